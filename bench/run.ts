import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAINTED } from '#app/painted.ts'
import { prepareDatabase } from '#platform/server/database/prepare.ts'
import { startEmbedded } from '#platform/server/embedded/embedded.ts'
import { buildIfNeeded } from '../scripts/build.mjs'
import { apiKeyFigures } from './api-key.ts'
import { careFigures } from './care.ts'
import { copyFigures } from './copy.ts'
import { benchDay } from './day.ts'
import { benchDrain } from './drain.ts'
import { benchFeed, benchMarking, benchPublishing } from './exchange.ts'
import { benchHorses } from './horses.ts'
import { issuingFigures } from './ledger.ts'
import { startSubject } from './load.ts'
import { mirrorFigures } from './mirror.ts'
import { benchMonth } from './month.ts'
import { benchBooking, benchSending } from './notices.ts'
import { benchOrdering } from './ordering.ts'
import { inChromium } from './page.ts'
import { benchPoll } from './poll.ts'
import { portalFigures } from './portal-figures.ts'
import { benchRadiograph, benchVetsFilm } from './radiograph.ts'
import { benchReports } from './reports.ts'
import { benchSearch } from './search.ts'
import { seed, tokenOf } from './seed.ts'
import { aloneSize, filmScripts, firstLoad, screenAfter } from './sizes.ts'
import { benchStart } from './start.ts'
import { areKept, atLeast, figure, measurePart, unmeasured } from './table.ts'
import { benchThumbnail } from './thumbnail.ts'
import { benchUpload } from './upload.ts'
import { webhookFigures } from './webhooks.ts'
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
const PORTAL = { practices: PRACTICES, rounds: 7, requests: 400, views: isLarge ? 50_000 : 5000 }
const CARE = { rounds: 7, requests: 200 }
const STARTS = 5
const PICTURES = { rounds: 5, photos: 12 }
const REPORT_ROWS = 10_000
const SECOND_US = 1_000_000
const KB = 1000
const started = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'pritchel-bench-'))
chmodSync(folder, 0o711)

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
    const more = await inChromium(async (page) => {
      await page.context().addCookies([{ name: 'pritchel', value: tokenOf(1), url: origin }])
      return screenAfter(page, { from: `${origin}/`, to: '/integrations', title: 'Integrations' })
    })
    figure('gzip of what /integrations loads after /', more / KB, ' kB', 30, 'the scripts that Home has not loaded')
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

// Takes a minute and does not need the built app, so it runs only on request.
if (process.argv.includes('--import')) {
  await import('./import.ts')
  process.exit()
}
if (process.argv.includes('--first-visit')) {
  await import('./first-visit.ts')
  process.exit()
}

let server: Awaited<ReturnType<typeof startEmbedded>> | undefined
const database = async (name: string) => {
  server ??= await startEmbedded(folder)
  return prepareDatabase({ ...server.owner, database: name })
}
const files = (name: string) => mkdtempSync(join(folder, `${name}-`))
const cpu = ({ a, b }: { a: number; b: number }) => `${a.toFixed(0)} ms / ${b.toFixed(0)} ms`
/** A database with every practice, and one with a single one. */
const full = once(async () => seeded(await database('full'), PRACTICES, APPOINTMENTS))
const alone = once(async () => seeded(await database('alone'), 1, APPOINTMENTS / PRACTICES))

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

async function seeded<D extends Awaited<ReturnType<typeof database>>>(prepared: D, practices: number, appointments: number): Promise<D> {
  await seed(prepared.owner, practices, appointments)
  return prepared
}

/** Every part by its name: after how many minutes it is given up, and what it measures. */
const PARTS: Readonly<Record<string, readonly [minutes: number, measure: () => Promise<void>]>> = {
  size: [
    2,
    async () => {
      figure(
        'gzip of the sync code with Dexie',
        (await aloneSize('sync')) / KB,
        ' kB',
        43,
        'copy, queue, engine, session, resolving; without React',
      )
    },
  ],
  search: [
    5,
    async () => {
      const search = await benchSearch(31)
      figure('search of 10,000 records, a question', search.a, ' ms', 50, 'mean of eleven questions')
      figure('the same / plain filter of the same rows', search.ratio, 'x', 5, `${search.b.toFixed(2)} ms`)
      figure('reading them for the first time, one slice', search.sliceMs, ' ms', 50, 'the longest of 40')
    },
  ],
  month: [
    5,
    async () => {
      const month = await benchMonth(61)
      figure('month view, 3,000 appointments / bare React grid', month.ratio, 'x', 3, `${month.a.toFixed(1)} ms / ${month.b.toFixed(1)} ms`)
    },
  ],
  horses: [
    5,
    async () => {
      const table = await benchHorses(9)
      figure('horses, 10,000 rows scrolled, longest step', table.ours, ' ms', 50, `a bare table ${table.bare.toFixed(1)} ms`)
    },
  ],
  radiograph: [
    5,
    async () => {
      const radiograph = await benchRadiograph(9)
      figure('radiograph of 16 MP, first paint', radiograph.a, ' ms', 500, 'from its bytes to a painted page')
      figure('the same / plain putImageData of its points', radiograph.ratio, 'x', 3, `${radiograph.b.toFixed(0)} ms`)
    },
  ],
  film: [
    5,
    async () => {
      figure(
        'gzip of what a vet’s page loads for a film',
        filmScripts(PAINTED.my) / KB,
        ' kB',
        160,
        'entry, viewer and worker; codecs apart',
      )
      const film = await benchVetsFilm(9)
      const both = `${film.a.toFixed(0)} ms / ${film.b.toFixed(0)} ms`
      figure('film of 16 MP on a vet’s page, first paint / a farrier’s', film.ratio, 'x', 1.1, both)
    },
  ],
  ordering: [
    5,
    async () => {
      const ordering = await benchOrdering(31)
      figure('ordering a round of 30 stops', ordering.a, ' ms', 50, 'median of 31 rounds')
      figure('the same / bare 2-opt and Or-opt', ordering.ratio, 'x', 8, `${ordering.b.toFixed(2)} ms`)
    },
  ],
  start: [
    5,
    async () => {
      const starting = await database('start')
      const startMs = await benchStart(starting, mkdtempSync(join(folder, 'start-')), STARTS)
      figure('npm start with the database up, until ready', startMs / 1000, ' s', 2, `median of ${STARTS}, built and migrated`)
    },
  ],
  pages: [
    5,
    async () => {
      await weighPages(await full())
    },
  ],
  day: [
    10,
    async () => {
      const day = await benchDay(await full(), await alone(), PRACTICES, SIZE)
      figure('day read, CPU a request / raw node:http', day.cpu.ratio, 'x', 2, `${day.cpu.a.toFixed(0)} us / ${day.cpu.b.toFixed(0)} us`)
      const wall = `${day.wall.a.toFixed(2)} ms / ${day.wall.b.toFixed(2)} ms`
      figure(`day read, median with ${PRACTICES} practices / one`, day.wall.ratio, 'x', 1.2, wall)
      figure('memory of the server after that', day.rssMb, ' MB', 250, 'resident, without PostgreSQL')
    },
  ],
  poll: [
    10,
    async () => {
      const poll = await benchPoll(await full(), PRACTICES, POLL_SIZE)
      const cost = `${poll.cpu.a.toFixed(0)} us / ${poll.cpu.b.toFixed(0)} us, ${poll.writes} writes to each practice`
      figure('public poll, CPU a request / static node:http', poll.cpu.ratio, 'x', 1.5, cost)
      figure('public poll, oldest answer', poll.oldestMs / 1000, ' s', 2, `of ${poll.answers}`)
    },
  ],
  copy: [
    10,
    async () => {
      await copyFigures(await database('copy'), COPY_ROUNDS)
    },
  ],
  mirror: [
    15,
    async () => {
      await mirrorFigures(await database('mirror'))
    },
  ],
  drain: [
    10,
    async () => {
      const drain = await benchDrain(await database('drain'), QUEUED, DRAIN_ROUNDS)
      const each = `${drain.drain.toFixed(0)} us a change, fsync on`
      atLeast(
        '10,000 queued changes / one request each, speed',
        drain.toSingle.ratio,
        'x',
        10,
        `${each}; ${drain.toSingle.of.toFixed(0)} us`,
      )
      atLeast('the same / their rows by bare batched inserts, speed', drain.toBare.ratio, 'x', 0.4, `${drain.toBare.of.toFixed(0)} us`)
      atLeast("the same, a second of the server's CPU", SECOND_US / drain.cpu, '', 5000, `${drain.cpu.toFixed(0)} us a change`)
    },
  ],
  booking: [
    10,
    async () => {
      const booking = await benchBooking(await database('booking'), BOOKING)
      const twoVisits = `${booking.a.toFixed(0)} us / ${booking.b.toFixed(0)} us`
      figure('a visit booked with its texts / without, CPU', booking.ratio, 'x', 1.3, twoVisits)
    },
  ],
  sending: [
    10,
    async () => {
      const sending = await benchSending(await database('sending'), DUE, SENDING_ROUNDS)
      const eachText = `${sending.cpu.a.toFixed(0)} us / ${sending.cpu.b.toFixed(0)} us, ${seconds(DUE * sending.wallMs)} in all`
      figure('10,000 due texts sent, CPU each / bare posts', sending.cpu.ratio, 'x', 6, eachText)
    },
  ],
  write: [
    10,
    async () => {
      const write = await benchWrite(await database('write'), WRITES)
      for (const [how, { ratio, a, b, cpuUs }] of Object.entries(write.figures))
        atLeast(
          `a visit ${how} / bare, speed`,
          ratio,
          'x',
          0.25,
          `${b.toFixed(2)} ms / ${a.toFixed(2)} ms over 16 lines, ${cpuUs.toFixed(0)} us of ours`,
        )
      figure('memory of the server after that', write.rssMb, ' MB', 200, 'resident, without PostgreSQL')
    },
  ],
  marking: [
    10,
    async () => {
      const marking = await benchMarking(await database('marking'), MARKING)
      const twoBatches = `${marking.a.toFixed(1)} ms / ${marking.b.toFixed(1)} ms`
      figure('a pushed batch with a calendar connected / without', marking.ratio, 'x', 1.1, twoBatches)
    },
  ],
  ledger: [10, async () => issuingFigures(await database('issuing'))],
  publishing: [
    10,
    async () => {
      const publishing = await benchPublishing(await database('publishing'), PUBLISHED, PUBLISHING_ROUNDS)
      if (publishing) {
        const detail = `${publishing.a.toFixed(1)} s / ${publishing.b.toFixed(1)} s, Radicale`
        figure('1,000 visits published for the first time / bare puts', publishing.ratio, 'x', 1.3, detail)
      } else unmeasured('1,000 visits published for the first time', 'radicale is missing')
    },
  ],
  feed: [
    5,
    async () => {
      const feed = await benchFeed(await full(), FEED)
      figure("a feed's 304, CPU a request / static node:http", feed.ratio, 'x', 1.5, `${feed.a.toFixed(0)} us / ${feed.b.toFixed(0)} us`)
    },
  ],
  webhooks: [10, async () => webhookFigures(await database('webhooks'))],
  'api-key': [5, async () => apiKeyFigures(await database('api-key'))],
  portal: [
    20,
    async () => {
      const [all, few] = [await database('portal'), await database('portal-few')]
      await portalFigures(all, few, PORTAL)
    },
  ],
  care: [
    15,
    async () => {
      await careFigures(await database('care'), CARE)
    },
  ],
  upload: [
    10,
    async () => {
      const upload = await benchUpload(await database('upload'), files('upload'), UPLOAD_ROUNDS)
      const cpu = ({ a, b }: { a: number; b: number }) => `${a.toFixed(0)} ms / ${b.toFixed(0)} ms`
      figure('100 MB taken in by parts, CPU / plain node:http', upload.parts.ratio, 'x', 1.3, cpu(upload.parts))
      figure('the same in one go', upload.one.ratio, 'x', 1.3, cpu(upload.one))
      const { least, most } = upload.memory
      figure('memory that 20 uploads of 20 MB at once take', most - least, ' MB', 30, `${least.toFixed(0)} to ${most.toFixed(0)} MB`)
    },
  ],
  pictures: [
    5,
    async () => {
      const pictures = await benchThumbnail(await database('pictures'), files('pictures'), PICTURES)
      figure('pictures of a photo of 24 MP / sharp alone', pictures.draw.ratio, 'x', 2, cpu(pictures.draw))
      const { before, during, eachMs } = pictures
      figure('99 of 100 requests while they are made', during, ' ms', 20, `${before.toFixed(1)} ms before; ${eachMs.toFixed(0)} ms a photo`)
    },
  ],
  reports: [
    10,
    async () => {
      const reports = await benchReports(await database('reports'), files('reports'), REPORT_ROWS)
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
    },
  ],
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}

buildIfNeeded()
try {
  for (const [name, [minutes, measure]] of Object.entries(PARTS))
    if (asked.length === 0 || asked.includes(name)) await measurePart(name, minutes * (isLarge ? 4 : 1), measure)
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

console.log(`${PRACTICES} practices, ${APPOINTMENTS} appointments, ${((performance.now() - started) / 1000).toFixed(0)} s`)
// What a part that was given up has started ends with this process.
process.exit(areKept() ? 0 : 1)
