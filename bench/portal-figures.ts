import { OWNERS } from './owners.ts'
import {
  benchBoard,
  benchDoor,
  benchGrowth,
  benchIndexing,
  benchMy,
  benchOracle,
  FEW,
  type Prepared,
  preparePortal,
  type Size,
  weighPortal,
} from './portal.ts'
import { figure } from './table.ts'

const KB = 1000
const ASKS = { asks: 400, networks: 40 }

type Two = { a: number; b: number }
const times = ({ a, b }: Two) => `${a.toFixed(2)} ms / ${b.toFixed(2)} ms`
const spent = ({ a, b }: Two) => `${a.toFixed(0)} us / ${b.toFixed(0)} us`

/** The figures of the portal, each printed as it is known: `all` holds every practice of `size`, `few` a thousand owners. */
export async function portalFigures(all: Prepared, few: Prepared, size: Size): Promise<void> {
  const { practices, views } = size
  await preparePortal(few, FEW)
  const index = await preparePortal(all, practices)
  const made = `${index.addresses} addresses of ${practices} practices, ${index.takesMb.toFixed(0)} MB above idle`
  figure('the index of addresses made anew', index.ms / 1000, ' s', 300, made)
  figure('the same, memory it takes', index.takesMb, ' MB', 100, 'the most of its process less what it had before')
  const door = await benchDoor(all, size)
  figure('a statement, door of guests / of members, CPU', door.cpu.ratio, 'x', 1.3, spent(door.cpu))
  figure("the same with the database's part, waited", door.guestMs / door.memberMs, 'x', 1.3, times({ a: door.guestMs, b: door.memberMs }))
  figure('statements until a text that comes in has its practice', door.statements, '', 1, 'mean of 200')
  const { cpu, before, after, rssMb } = await benchMy(all, size)
  figure('/my, CPU / the same reads and render bare', cpu.ratio, 'x', 1.6, spent(cpu))
  const live = `${before.toFixed(0)} to ${after.toFixed(0)} MB; ${rssMb.toFixed(0)} MB resident`
  figure(`memory held after ${views} pages, less before`, after - before, ' MB', 20, live)
  const { pages, spread, codes } = await benchGrowth(all, few, size)
  const inTurn = `${times(pages)}; all of them in turn ${spread.toFixed(2)} ms`
  figure(`/my, median with ${practices * OWNERS} owners / 1,000`, pages.ratio, 'x', 1.2, inTurn)
  figure('a code looked up and sent, the same', codes.ratio, 'x', 1.2, times(codes))
  const indexing = await benchIndexing(all, size)
  figure('a visit booked with the index kept / not, CPU', indexing.visits.ratio, 'x', 1.05, spent(indexing.visits))
  figure('a client entered, the same', indexing.clients.ratio, 'x', 1.05, spent(indexing.clients))
  const oracle = await benchOracle(all, size, ASKS)
  const apart = Math.max(oracle.known / oracle.unknown, oracle.unknown / oracle.known)
  figure('a code asked for, known / unknown address', apart, 'x', 1.1, times({ a: oracle.known, b: oracle.unknown }))
  const { home, heaviest, shared } = await weighPortal(all)
  figure('gzip of all that /my loads', home.all / KB, ' kB', 60, `${(home.script / KB).toFixed(1)} kB of it JavaScript`)
  figure('gzip of the JavaScript of a page of the portal', heaviest.script / KB, ' kB', 15, `the most, by ${heaviest.path}`)
  const board = await benchBoard(all, size)
  figure("a yard's board of 60 horses of 30 owners / the page of one horse, CPU", board.ratio, 'x', 3, spent(board))
  figure(
    'gzip of all that a share page loads',
    shared.all / KB,
    ' kB',
    60,
    `${(shared.script / KB).toFixed(1)} kB of it JavaScript, no pictures`,
  )
}
