import type { ConnectionRow } from '#features/office/integrations/server/queries.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { instantOf } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import type { Broken } from '#testing/bad-fortnight/broken.ts'
import { Chance } from '#testing/bad-fortnight/chance.ts'
import { type Compared, compare } from '#testing/bad-fortnight/compare.ts'
import { Farrier } from '#testing/bad-fortnight/farrier.ts'
import { type Entry, Ledger, ZONE } from '#testing/bad-fortnight/ledger.ts'
import { startMortalExchanger } from '#testing/bad-fortnight/mortal-exchanger.ts'
import { type OtherClient, PhoneUser } from '#testing/bad-fortnight/phone-user.ts'
import { startCuttingProxy } from '#testing/bad-fortnight/proxy.ts'
import { readDiary } from '#testing/bad-fortnight/readings.ts'
import type { FarSide } from '#testing/calendar-suite.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'

/** How much happens. */
export type Length = { here: number; there: number; rounds: number; kills: number; losses: number }
export const WHOLE: Length = { here: 400, there: 200, rounds: 40, kills: 30, losses: 2 }
export const SHORT: Length = { here: 40, there: 20, rounds: 4, kills: 3, losses: 1 }

/** The product it happens to: its app reaches this machine, and its vault has one key. */
export type Ground = { app: App; db: Database; vaultKey: string }
type Far = FarSide & { phone: OtherClient }
export type Plan = { seed: number; length: Length; broken?: Broken }
export type Outcome = Compared & Record<'here' | 'there' | 'answers' | 'cut' | 'kills' | 'losses' | 'passes', number>

const [FIRST, LAST] = ['2027-03-20', '2027-04-03']
/** When it begins. A database keeps the clock it was opened with. */
export const BEGINS_AT = instantOf(FIRST, '06:00', ZONE)
/** A far side that has not come to rest by then never does. */
const MOST_PASSES = 150
const SECOND_MS = 1000
/** So large a part of the changes here are the bookings it begins with. */
const FIRST_PART = 0.12

/**
 * Two weeks across a clock change in which a diary and its calendar are changed on both sides, while every seventh answer is lost, the worker is
 * killed, and the far side forgets where we were. In each round some things are changed while nothing is exchanged, others while it is; then all is
 * exchanged. Returns what was done, and how calendar, diary and ledger differ at the end.
 */
export async function badFortnight(ground: Ground, far: Far, plan: Plan): Promise<Outcome> {
  setClock(BEGINS_AT)
  const practice = await makeFixturePractice(ground.app, `Fortnight ${plan.seed}`)
  const proxy = await startCuttingProxy(far.host)
  const fortnight = new Fortnight(ground, far, { ...plan, practice, proxy })
  try {
    return await fortnight.live()
  } finally {
    await fortnight.end()
    proxy.stop()
  }
}

type Worker = Awaited<ReturnType<typeof startMortalExchanger>>
type Connection = Pick<ConnectionRow, 'failures' | 'status' | 'next_at' | 'leased_until' | 'cursor' | 'far_calendar'>
type Scene = Plan & { practice: FixturePractice; proxy: Awaited<ReturnType<typeof startCuttingProxy>> }

class Fortnight {
  readonly #ground: Ground
  readonly #far: Far
  readonly #scene: Scene
  readonly #ledger = new Ledger()
  readonly #chance: Chance
  readonly #farrier: Farrier
  readonly #phone: PhoneUser
  readonly #counts = { kills: 0, losses: 0, passes: 0 }
  readonly #faults: string[] = []
  #worker: Worker | undefined
  #killAfterMs: number | null = null
  /** The end of the pass that is under way. */
  #passed = Promise.withResolvers<void>()

  constructor(ground: Ground, far: Far, scene: Scene) {
    this.#ground = ground
    this.#far = far
    this.#scene = scene
    this.#chance = new Chance(scene.seed)
    this.#farrier = new Farrier(scene.practice, this.#ledger, this.#chance)
    this.#phone = new PhoneUser(far.phone, this.#ledger, this.#chance)
  }

  async live(): Promise<Outcome> {
    const { length, proxy, practice } = this.#scene
    const { done } = this.#ledger
    this.#passed.resolve()
    this.#moveClock(0)
    await this.#connect()
    for (done.here = 0; done.here < length.here * FIRST_PART; done.here++) await this.#farrier.book()
    let isSettled = await this.#settle(false)
    for (let round = 1; round <= length.rounds && isSettled; round++) isSettled = await this.#round(round)
    proxy.calm()
    isSettled &&= await this.#settle(false)
    if (!isSettled) this.#faults.push('the exchange never came to rest')
    const { answers, here, there } = done
    const compared = await compare(practice, this.#ledger, { far: this.#far, calendarId: await this.#calendarId() })
    const faults = [...this.#faults, ...compared.faults]
    return { ...compared, faults, here, there, answers, cut: proxy.counts.cut, ...this.#counts }
  }

  async end() {
    this.#worker?.kill()
    await this.#worker?.ended
  }

  async #round(round: number): Promise<boolean> {
    const { length } = this.#scene
    const { done } = this.#ledger
    this.#moveClock(round)
    const isLost = isTurn(round, length.losses, length)
    const [here, there] = [length.here, length.there].map((all) => Math.ceil((all * round) / length.rounds)) as [number, number]
    const [hereBefore, thereBefore] = [halfway(done.here, here), halfway(done.there, there)]
    const calendarId = await this.#calendarId()
    const answered = await this.#answer()
    while (done.here < hereBefore) await this.#farrier.change()
    if (isLost) await this.#phone.change(calendarId, (entry) => !answered.has(entry), 'surely')
    while (done.there < thereBefore) await this.#phone.change(calendarId, (entry) => !answered.has(entry), 'perhaps')
    if (isLost) await this.#loseCursor(calendarId)
    if (isTurn(round, length.kills, length)) this.#arm()
    // Meanwhile each entry is one side's, so that it doesn't matter which change is seen first.
    const phones = new Set(this.#ledger.untouched().filter(() => this.#chance.is(0.5)))
    const isFarriers = (entry: Entry) => entry.touched.there === null && !phones.has(entry)
    return this.#settle(isLost, async () => {
      while (done.here < here || done.there < there) {
        if (done.here < here) await this.#farrier.change(isFarriers)
        if (done.there < there) await this.#phone.change(calendarId, (entry) => phones.has(entry), isLost ? 'never' : 'perhaps')
        if (this.#chance.is(0.3)) await this.#passed.promise
      }
    })
  }

  /** Runs passes until one without changes before it finds nothing to write. False: it stops for a person, or never comes to rest. */
  async #settle(isLost: boolean, meanwhile: () => Promise<void> = async () => {}): Promise<boolean> {
    const { proxy } = this.#scene
    let isOver = false
    const working = meanwhile().finally(() => {
      isOver = true
    })
    working.catch(() => {})
    let isSettled = false
    for (let left = MOST_PASSES; left > 0 && !isSettled; left--) {
      await this.#untilDue()
      const [wasOver, writes] = [isOver, proxy.counts.writes]
      if (!(await this.#pass())) continue
      const { status, failures, next_at } = await this.#connection()
      if (next_at === null) break
      isSettled = wasOver && status === 'connected' && failures === 0 && proxy.counts.writes === writes
    }
    await working
    this.#ledger.exchange(isLost)
    await this.#learnIds()
    return isSettled
  }

  /** False: the worker was killed, or the pass failed. */
  async #pass(): Promise<boolean> {
    const { practice, broken = null, proxy } = this.#scene
    this.#worker ??= await startMortalExchanger(this.#ground.db, {
      practiceId: practice.practiceId,
      vaultKey: this.#ground.vaultKey,
      broken,
    })
    const { kill } = this.#worker
    const timer = this.#killAfterMs === null ? undefined : setTimeout(kill, this.#killAfterMs)
    this.#counts.passes += 1
    this.#passed = Promise.withResolvers()
    const passed = await this.#worker.pass()
    clearTimeout(timer)
    this.#passed.resolve()
    await proxy.quiet()
    if (passed) {
      this.#faults.push(...passed.faults)
      return true
    }
    this.#counts.kills += 1
    this.#killAfterMs = null
    this.#worker = undefined
    return false
  }

  /** The worker is to die: some milliseconds after a pass has begun, or at a request, before it is handled or after. Undone, it stays to be done. */
  #arm() {
    const { below, is } = this.#chance
    if (is(0.3)) this.#killAfterMs ??= below(60)
    else this.#scene.proxy.arm({ inRequests: 1 + below(6), isHandled: is(0.7), kill: () => this.#worker?.kill() })
  }

  /** Moves the clock on until the connection may be tried: no worker holds it, and its wait after a failure is over. */
  async #untilDue() {
    const { leased_until, failures, next_at } = await this.#connection()
    const due = [leased_until, failures > 0 ? next_at : null].map((at) => at?.getTime() ?? 0)
    setClock(new Date(Math.max(currentTime().getTime(), ...due) + SECOND_MS))
  }

  #moveClock(round: number) {
    const [first, last] = [FIRST, LAST].map((day) => instantOf(day, '06:00', ZONE).getTime()) as [number, number]
    this.#ledger.now = new Date(first + ((last - first) * round) / this.#scene.length.rounds)
    if (this.#ledger.now > currentTime()) setClock(this.#ledger.now)
  }

  async #connect() {
    const { practice, proxy } = this.#scene
    const { key: apiKey, account } = this.#far.credentials
    const settings = { address: `http://${proxy.host}`, account, apiKey, level: 'who' }
    // An answer may be lost here as well.
    for (let tries = 0; tries < 3; tries++) {
      const { statusCode } = await practice.put('/api/integrations/caldav', { enabled: true, settings })
      if (statusCode === 200) return
    }
    throw new Error('the calendar was not connected')
  }

  /** A person answers some of the questions; returns what they were about. */
  async #answer(): Promise<Set<Entry>> {
    const open = (await this.#scene.practice.get('/api/calendar-changes?limit=1000')).json<CalendarChange[]>()
    const answered = new Set<Entry>()
    for (const entry of this.#ledger.ahead()) {
      const question = open.find(({ appointmentId }) => appointmentId === entry.id)
      if (!question || !this.#chance.is(0.4)) continue
      await this.#farrier.answer(question, entry)
      answered.add(entry)
    }
    return answered
  }

  async #loseCursor(calendarId: string) {
    const { cursor } = await this.#connection()
    const lost = await this.#far.phone.loseCursor(calendarId, cursor ?? '')
    await this.#scene.practice.inPractice((tx) => tx.updateTable('connections').set({ cursor: lost }).execute())
    this.#counts.losses += 1
  }

  /** What the phone added is in the diary under an id of its own. */
  async #learnIds() {
    const diary = await readDiary(this.#scene.practice)
    for (const entry of this.#ledger.entries) entry.id ??= diary.find(({ title }) => title === entry.title)?.uid ?? null
  }

  #connection = (): Promise<Connection> =>
    this.#scene.practice.inPractice((tx) =>
      tx
        .selectFrom('connections')
        .select(['failures', 'status', 'next_at', 'leased_until', 'cursor', 'far_calendar'])
        .executeTakeFirstOrThrow(),
    )

  /** The address of the calendar at the far side itself. */
  async #calendarId(): Promise<string> {
    const { far_calendar } = await this.#connection()
    return (far_calendar ?? '').replace(this.#scene.proxy.host, this.#far.host)
  }
}

/** Whether something that happens so often happens in this round. */
const isTurn = (round: number, count: number, { rounds }: Length) =>
  Math.floor((round * count) / rounds) > Math.floor(((round - 1) * count) / rounds)

/** Half of what is done in a round is done before anything is exchanged. */
const halfway = (done: number, due: number) => Math.ceil((done + due) / 2)
