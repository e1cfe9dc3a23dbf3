import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAINTED } from '#app/painted.ts'
import { prepareDatabase } from '#platform/server/database/prepare.ts'
import { startEmbedded } from '#platform/server/embedded/embedded.ts'
import { buildIfNeeded } from '../scripts/build.mjs'
import { benchCopy } from './copy.ts'
import { benchDay } from './day.ts'
import { benchDrain } from './drain.ts'
import { benchFeed, benchMarking, benchPublishing } from './exchange.ts'
import { benchHorses } from './horses.ts'
import { startSubject } from './load.ts'
import { benchMonth } from './month.ts'
import { benchBooking, benchSending } from './notices.ts'
import { benchOrdering } from './ordering.ts'
import { inChromium } from './page.ts'
import { benchPoll } from './poll.ts'
import { benchRadiograph } from './radiograph.ts'
import { benchReports } from './reports.ts'
import { benchSearch } from './search.ts'
import { seed, tokenOf } from './seed.ts'
import { aloneSize, firstLoad } from './sizes.ts'
import { benchStart } from './start.ts'
import { benchThumbnail } from './thumbnail.ts'
import { benchUpload } from './upload.ts'
import { benchWrite } from './write.ts'

const isLarge = process.argv.includes('--large')
const PRACTICES = isLarge ? 1000 : 100
const APPOINTMENTS = isLarge ? 1_000_000 : 100_000
const SIZE = { rounds: 9, requests: 1500 }
/** A round spans several of the queue's refreshes (1.5 s), or they would be counted twice. */
const POLL_SIZE = { rounds: 5, requests: 25_000 }
const QUEUED = 10_000
const DRAIN_ROUNDS = 3
const COPY_ROUNDS = 3
const UPLOAD_ROUNDS = 7
const BOOKING = { rounds: 7, requests: 1000 }
const WRITES = { rounds: 5, requests: 1000 }
const DUE = 10_000
const MARKING = { rounds: 15, batches: 8, ops: 50 }
const PUBLISHED = 1000
const PUBLISHING_ROUNDS = 3
const FEED = { rounds: 7, requests: 1500 }
const SENDING_ROUNDS = 3
const STARTS = 5
const PICTURES = { rounds: 5, photos: 12 }
const REPORT_ROWS = 10_000
const SECOND_US = 1_000_000
const KB = 1000
const MINUTE = 60_000
const WIDTHS = [58, 13, 24]

const started = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'pritchel-bench-'))
chmodSync(folder, 0o711)
let isKept = true

let server: Awaited<ReturnType<typeof startEmbedded>> | undefined
setTimeout(giveUp, (isLarge ? 120 : 30) * MINUTE).unref()

/** Anything that hangs ends: the measured servers die with this process, and PostgreSQL is stopped. */
async function giveUp() {
  console.error('The benchmark took too long and was given up.')
  await server?.stop()
  process.exit(1)
}

/** One figure: its name, value and unit, and the goal it must keep. */
function figure(name: string, value: number, unit: string, goal: number, detail: string) {
  printRow(value <= goal, value <= goal ? 'ok' : 'OVER', [name, `${value.toFixed(2)}${unit}`, `goal ${goal}${unit}`, detail])
}

/** Printed at once, so that results before a hang are not lost. */
function printRow(isOk: boolean, state: string, cells: readonly string[]) {
  isKept &&= isOk
  console.log([state.padEnd(6), ...cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0))].join(''))
}

/** What pages weigh on the wire, as a browser gets them from the product's own server. */
async function weighPages(full: object) {
  const subject = await startSubject(new URL('./server-subject.ts', import.meta.url), full)
  const origin = `http://localhost:${subject.port}`
  const weigh = (path: string, entry: string) =>
    inChromium(async (page) => {
      if (path === '/') await page.context().addCookies([{ name: 'pritchel', value: tokenOf(1), url: origin }])
      const { script, style } = await firstLoad(page, `${origin}${path}`, entry)
      return { script: script / KB, style: style / KB }
    })
  try {
    const app = await weigh('/', 'index.html')
    figure('JavaScript on the wire, first load of /', app.script, ' kB', 140, 'entry and what it imports at once')
    figure('its style', app.style, ' kB', 20, 'one sheet for the whole app')
    const queue = await weigh('/call-status', `${PAINTED['call-status']}/entry.tsx`)
    figure('JavaScript on the wire, /call-status', queue.script, ' kB', 76, 'entry and what it imports at once')
    figure('its style', queue.style, ' kB', 20, 'a sheet of its own')
    const landing = await weigh('/landing', `${PAINTED.landing}/entry.tsx`)
    figure('JavaScript and style on the wire, /landing', landing.script + landing.style, ' kB', 90, 'one script for all public pages')
  } finally {
    await subject.stop()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** A figure where more is better. */
function atLeast(name: string, value: number, unit: string, goal: number, detail: string) {
  printRow(value >= goal, value >= goal ? 'ok' : 'UNDER', [name, `${value.toFixed(2)}${unit}`, `goal ${goal}${unit} or more`, detail])
}

// Takes a minute and does not need the built app, so it runs only on request.
if (process.argv.includes('--import')) {
  await import('./import.ts')
  process.exit()
}
if (process.argv.includes('--first-visit')) {
  await import('./first-visit.ts')
  process.exit()
}

buildIfNeeded()
try {
  figure(
    'gzip of the sync code with Dexie',
    (await aloneSize('sync')) / KB,
    ' kB',
    43,
    'copy, queue, engine, session, resolving; without React',
  )

  const search = await benchSearch(31)
  figure('search of 10,000 records, a question', search.a, ' ms', 50, 'mean of eleven questions')
  figure('the same / plain filter of the same rows', search.ratio, 'x', 5, `${search.b.toFixed(2)} ms`)
  figure('reading them for the first time, one slice', search.sliceMs, ' ms', 50, 'the longest of 40')

  const month = await benchMonth(61)
  figure('month view, 3,000 appointments / bare React grid', month.ratio, 'x', 3, `${month.a.toFixed(1)} ms / ${month.b.toFixed(1)} ms`)
  const table = await benchHorses(9)
  figure('horses, 10,000 rows scrolled, longest step', table.ours, ' ms', 50, `a bare table ${table.bare.toFixed(1)} ms`)

  const radiograph = await benchRadiograph(9)
  figure('radiograph of 16 MP, first paint', radiograph.a, ' ms', 500, 'from its bytes to a painted page')
  figure('the same / plain putImageData of its points', radiograph.ratio, 'x', 3, `${radiograph.b.toFixed(0)} ms`)

  const ordering = await benchOrdering(31)
  figure('ordering a round of 30 stops', ordering.a, ' ms', 50, 'median of 31 rounds')
  figure('the same / bare 2-opt and Or-opt', ordering.ratio, 'x', 8, `${ordering.b.toFixed(2)} ms`)

  server = await startEmbedded(folder)
  const starting = await prepareDatabase({ ...server.owner, database: 'start' })
  const startMs = await benchStart(starting, mkdtempSync(join(folder, 'start-')), STARTS)
  figure('npm start with the database up, until ready', startMs / 1000, ' s', 2, `median of ${STARTS}, built and migrated`)

  const full = await prepareDatabase({ ...server.owner, database: 'full' })
  const alone = await prepareDatabase({ ...server.owner, database: 'alone' })
  await seed(full.owner, PRACTICES, APPOINTMENTS)
  await seed(alone.owner, 1, APPOINTMENTS / PRACTICES)
  await weighPages(full)
  const day = await benchDay(full, alone, PRACTICES, SIZE)
  figure('day read, CPU a request / raw node:http', day.cpu.ratio, 'x', 2, `${day.cpu.a.toFixed(0)} us / ${day.cpu.b.toFixed(0)} us`)
  const wall = `${day.wall.a.toFixed(2)} ms / ${day.wall.b.toFixed(2)} ms`
  figure(`day read, median with ${PRACTICES} practices / one`, day.wall.ratio, 'x', 1.2, wall)
  figure('memory of the server after that', day.rssMb, ' MB', 250, 'resident, without PostgreSQL')
  const poll = await benchPoll(full, PRACTICES, POLL_SIZE)
  const cost = `${poll.cpu.a.toFixed(0)} us / ${poll.cpu.b.toFixed(0)} us, ${poll.writes} writes to each practice`
  figure('public poll, CPU a request / static node:http', poll.cpu.ratio, 'x', 1.5, cost)
  figure('public poll, oldest answer', poll.oldestMs / 1000, ' s', 2, `of ${poll.answers}`)

  const copy = await benchCopy(await prepareDatabase({ ...server.owner, database: 'copy' }), COPY_ROUNDS)
  figure(
    'first copy of 20,000 rows / bare fetch and bulkPut',
    copy.sync.ratio,
    'x',
    2.5,
    `${seconds(copy.sync.a)} / ${seconds(copy.sync.b)}`,
  )
  figure('a day opened out of 10,000 visits', copy.day.p95, ' ms', 16, `95 of 100 days; median ${copy.day.p50.toFixed(2)} ms`)
  figure('a change saved, strict durability', copy.save.p99, ' ms', 20, `99 of 100; median ${copy.save.p50.toFixed(1)} ms`)
  const bareSave = `${copy.save.bareP99.toFixed(1)} ms; by the medians ${(copy.save.p50 / copy.save.bare).toFixed(2)}x of ${copy.save.bare.toFixed(1)} ms`
  figure('the same / its two rows put bare', copy.save.p99 / copy.save.bareP99, 'x', 1.5, bareSave)
  const { requests, changes } = copy.drained
  figure(
    'requests a hundred changes',
    (100 * requests) / changes,
    '',
    1,
    `${changes} changes in ${seconds(copy.drained.ms)} from the browser`,
  )

  const drain = await benchDrain(await prepareDatabase({ ...server.owner, database: 'drain' }), QUEUED, DRAIN_ROUNDS)
  const each = `${drain.drain.toFixed(0)} us a change, fsync on`
  atLeast('10,000 queued changes / one request each, speed', drain.toSingle.ratio, 'x', 10, `${each}; ${drain.toSingle.of.toFixed(0)} us`)
  atLeast('the same / their rows by bare batched inserts, speed', drain.toBare.ratio, 'x', 0.4, `${drain.toBare.of.toFixed(0)} us`)
  atLeast("the same, a second of the server's CPU", SECOND_US / drain.cpu, '', 5000, `${drain.cpu.toFixed(0)} us a change`)

  const booking = await benchBooking(await prepareDatabase({ ...server.owner, database: 'booking' }), BOOKING)
  const twoVisits = `${booking.a.toFixed(0)} us / ${booking.b.toFixed(0)} us`
  figure('a visit booked with its texts / without, CPU', booking.ratio, 'x', 1.3, twoVisits)
  const sending = await benchSending(await prepareDatabase({ ...server.owner, database: 'sending' }), DUE, SENDING_ROUNDS)
  const eachText = `${sending.cpu.a.toFixed(0)} us / ${sending.cpu.b.toFixed(0)} us, ${seconds(DUE * sending.wallMs)} in all`
  figure('10,000 due texts sent, CPU each / bare posts', sending.cpu.ratio, 'x', 6, eachText)

  const write = await benchWrite(await prepareDatabase({ ...server.owner, database: 'write' }), WRITES)
  for (const [how, { ratio, a, b, cpuUs }] of Object.entries(write.figures))
    atLeast(
      `a visit ${how} / bare, speed`,
      ratio,
      'x',
      0.25,
      `${b.toFixed(2)} ms / ${a.toFixed(2)} ms over 16 lines, ${cpuUs.toFixed(0)} us of ours`,
    )
  figure('memory of the server after that', write.rssMb, ' MB', 200, 'resident, without PostgreSQL')

  const marking = await benchMarking(await prepareDatabase({ ...server.owner, database: 'marking' }), MARKING)
  const twoBatches = `${marking.a.toFixed(1)} ms / ${marking.b.toFixed(1)} ms`
  figure('a pushed batch with a calendar connected / without', marking.ratio, 'x', 1.1, twoBatches)
  const publishing = await benchPublishing(await prepareDatabase({ ...server.owner, database: 'publishing' }), PUBLISHED, PUBLISHING_ROUNDS)
  if (publishing) {
    const detail = `${publishing.a.toFixed(1)} s / ${publishing.b.toFixed(1)} s, Radicale`
    figure('1,000 visits published for the first time / bare puts', publishing.ratio, 'x', 1.3, detail)
  } else printRow(true, 'none', ['1,000 visits published for the first time', '', '', 'radicale is missing'])
  const feed = await benchFeed(full, FEED)
  figure("a feed's 304, CPU a request / static node:http", feed.ratio, 'x', 1.5, `${feed.a.toFixed(0)} us / ${feed.b.toFixed(0)} us`)

  const files = (name: string) => mkdtempSync(join(folder, `${name}-`))
  const upload = await benchUpload(await prepareDatabase({ ...server.owner, database: 'upload' }), files('upload'), UPLOAD_ROUNDS)
  const cpu = ({ a, b }: { a: number; b: number }) => `${a.toFixed(0)} ms / ${b.toFixed(0)} ms`
  figure('100 MB taken in by parts, CPU / plain node:http', upload.parts.ratio, 'x', 1.3, cpu(upload.parts))
  figure('the same in one go', upload.one.ratio, 'x', 1.3, cpu(upload.one))
  const { least, most } = upload.memory
  figure('memory that 20 uploads of 20 MB at once take', most - least, ' MB', 30, `${least.toFixed(0)} to ${most.toFixed(0)} MB`)

  const pictures = await benchThumbnail(await prepareDatabase({ ...server.owner, database: 'pictures' }), files('pictures'), PICTURES)
  figure('pictures of a photo of 24 MP / sharp alone', pictures.draw.ratio, 'x', 2, cpu(pictures.draw))
  const { before, during, eachMs } = pictures
  figure('99 of 100 requests while they are made', during, ' ms', 20, `${before.toFixed(1)} ms before; ${eachMs.toFixed(0)} ms a photo`)

  const reports = await benchReports(await prepareDatabase({ ...server.owner, database: 'reports' }), files('reports'), REPORT_ROWS)
  for (const format of ['csv', 'excel', 'pdf'] as const) {
    const { seconds: took, takesMb, peakMb, bytes } = reports[format]
    figure(
      `report of 10,000 rows as ${format}`,
      took,
      ' s',
      5,
      `${(bytes / 1e6).toFixed(1)} MB; the same rows as bare text ${reports.bare.toFixed(2)} s`,
    )
    figure('the same, memory it takes', takesMb, ' MB', 250, `${peakMb.toFixed(0)} MB resident at the most, all told`)
  }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

console.log(`${PRACTICES} practices, ${APPOINTMENTS} appointments, ${((performance.now() - started) / 1000).toFixed(0)} s`)
process.exitCode = isKept ? 0 : 1
