// A farrier's bad week: `npm run bad-week`, or `-- --seed N` for another. Three real Chromium profiles on the real server and its real
// PostgreSQL make 500 changes under airplane mode, two crashes (SIGKILL), a server killed with -9, one client the server refuses and one
// conflict, both resolved in the dialog. A few changes are made in a form; the others are written by the app's own outbox, bundled as it
// is and run in the page as another tab would, because so many forms would take an hour. The same seed makes the same changes.
// At the end it prints the changes made, applied, in conflict and resolved; it records them outside the product (bad-week-book.ts). Exits 1 unless
// all is equal.
import { parseArgs } from 'node:util'
import { recordByHand } from '#testing/e2e-practice.ts'
import { Book } from './bad-week-book.ts'
import { Farrier } from './bad-week-changes.ts'
import { Device, until } from './bad-week-device.ts'
import { compare, quiet } from './bad-week-ledger.ts'
import { House } from './bad-week-server.ts'
import { buildIfNeeded } from './build.mjs'

const CHANGES = 500
const STEPS_A_DAY = 9
const OWNER = { email: 'gwen@farrow.example', password: 'hot iron, cold water' }
const NEW = { ...OWNER, firstName: 'Gwen', lastName: 'Farrow', practiceName: 'Farrow Farriery' }

type Worker = { device: Device; farrier: Farrier }

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const seed = Number(values.seed)
const started = performance.now()
buildIfNeeded()
const house = await House.open()
const book = new Book()
const [phone, tablet, laptop] = ['phone', 'tablet', 'laptop'].map((name, at) => ({
  device: new Device(name, book, house.url),
  farrier: new Farrier(book, name, at, seed),
})) as [Worker, Worker, Worker]
const workers = [phone, tablet, laptop]
const devices = workers.map(({ device }) => device)

try {
  house.practiceId = await phone.device.settleIn('register', NEW)
  await Promise.all([tablet, laptop].map(({ device }) => device.settleIn('password', OWNER)))
  await Promise.all(devices.map((device) => device.open()))
  await day('Monday', 'all is well', async () => {})
  await day('Tuesday', 'the server refuses a client', refusal)
  await day('Wednesday', 'the tablet dies in the middle of sending', crashOnTheWay)
  await day('Thursday', 'the server is killed while everybody sends', serverDies)
  await day('Friday', 'a phone number is changed on two devices', collision)
  await day('Saturday', 'the phone dies in the middle of writing', crashWhileWriting)
  await day('Sunday', 'the rest', rest)
  const isEqual = await compare(book, devices, house.ask)
  console.log(`${isEqual ? 'All equal' : 'NOT EQUAL'} after ${seconds()} s; seed ${seed}`)
  process.exitCode = isEqual ? 0 : 1
} finally {
  for (const device of devices) device.remove()
  await house.close()
}

/** The signal comes and goes while all devices work; one incident happens; at night all devices are online. */
async function day(name: string, what: string, happens: () => Promise<void>) {
  await Promise.all(workers.map((worker) => work(worker, name)))
  console.log(`${String(seconds()).padStart(4)} s  ${name}, ${book.changes.length} changes so far: ${what}`)
  await happens()
  await airplane(false)
  await quiet(devices, house.ask)
  book.share()
}

async function work({ device, farrier }: Worker, today: string) {
  for (let step = 0; step < STEPS_A_DAY; step++) {
    if (step % 3 === 0) await device.airplane(farrier.random() < 0.6)
    await device.write([farrier.next()])
  }
  await device.writeInForm(`By Hand ${device.name} ${today}`)
}

/** A horse waits for the client; the farrier corrects the address. */
async function refusal() {
  await phone.device.airplane(true)
  const pair = phone.farrier.pair({ name: 'Rhys Refused', email: 'no address' })
  await phone.device.write([pair])
  await phone.device.airplane(false)
  await phone.device.settle('Rhys Refused', { mend: 'rhys@farrow.example' })
  book.mend(pair[0]?.id ?? '', { email: 'rhys@farrow.example' })
}

/** The server applies the changes it was sent and no device receives its answer. */
async function crashOnTheWay() {
  await tablet.device.airplane(true)
  await tablet.device.write(Array.from({ length: 8 }, () => tablet.farrier.newClient()))
  house.signal('SIGSTOP')
  await tablet.device.airplane(false)
  await until('the tablet sends', async () => (await tablet.device.copy()).queue.some(({ state }) => state === 'sent'))
  await tablet.device.crash()
  house.signal('SIGCONT')
  await tablet.device.open()
}

async function serverDies() {
  await airplane(false)
  const writing = workers.map(({ device, farrier }) => device.write([farrier.newClient()]))
  await house.killServer()
  await Promise.all(writing)
  await house.startServer()
}

/** The tablet and the laptop give one client two phone numbers; the farrier keeps the tablet's. */
async function collision() {
  await airplane(false)
  const [client] = laptop.farrier.newClient({ name: 'Carys Collision' })
  if (!client) return
  await laptop.device.write([[client]])
  await quiet(devices, house.ask)
  await tablet.device.airplane(true)
  for (const [{ device }, phone] of [
    [laptop, '07700 900222'],
    [tablet, '07700 900111'],
  ] as const) {
    await device.write([[{ action: 'UPDATE', entity: 'clients', id: client.id, data: { phone } }]])
  }
  await quiet([laptop.device], house.ask)
  await tablet.device.airplane(false)
  await tablet.device.settle('Carys Collision', 'Keep mine')
}

/** For each pair of a client and a horse the disk has both or neither; missing pairs are entered again. */
async function crashWhileWriting() {
  const { device, farrier } = phone
  await device.airplane(true)
  const pairs = Array.from({ length: 10 }, () => farrier.pair())
  const writing = recordByHand(device.page, pairs).catch(() => undefined)
  await until('some are written', async () => (await device.copy()).rec.some(({ id }) => id === pairs[2]?.[0]?.id))
  await device.crash()
  await writing
  await device.open()
  const onDisk = new Set((await device.copy()).rec.map(({ id }) => id))
  const written = pairs.filter(([client]) => onDisk.has(client?.id ?? ''))
  if (pairs.flat().filter(({ id }) => onDisk.has(id)).length !== written.length * 2) throw new Error('the disk has half a pair')
  book.note(device.name, written.flat())
  await device.write(pairs.filter((pair) => !written.includes(pair)))
}

/** New clients, all at once, until the week has its full number of changes. */
async function rest() {
  const left = CHANGES - book.changes.length
  if (left < 0) throw new Error(`${-left} changes too many`)
  for (const [at, { device, farrier }] of workers.entries()) {
    const share = Math.floor((left + at) / workers.length)
    await device.write([Array.from({ length: share }, () => farrier.newClient()).flat()])
  }
}

async function airplane(isOn: boolean) {
  for (const device of devices) await device.airplane(isOn)
}

function seconds() {
  return Math.round((performance.now() - started) / 1000)
}
