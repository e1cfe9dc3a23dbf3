import type { Chance } from '#testing/bad-fortnight/chance.ts'
import type { Entry, Ledger } from '#testing/bad-fortnight/ledger.ts'
import type { Phone } from '#testing/calendar-suite.ts'

/** No time of the diary itself is so many minutes past a quarter. */
const PAST = 7

type Deletes = 'never' | 'perhaps' | 'surely'
/** Another program on the same calendar, also used to name an entry otherwise. */
export type OtherClient = Phone & { retitle: (id: string, title: string) => Promise<void> }

/** The farrier with the phone in hand: changes the calendar itself by another client, and notes each change in the ledger. */
export class PhoneUser {
  readonly #phone: OtherClient
  readonly #ledger: Ledger
  readonly #chance: Chance
  #made = 0

  constructor(phone: OtherClient, ledger: Ledger, chance: Chance) {
    this.#phone = phone
    this.#ledger = ledger
    this.#chance = chance
  }

  /** Some change in the calendar at this address, of what `may` be changed; `deletes`: whether something may be deleted, or is. */
  async change(calendarId: string, may: (entry: Entry) => boolean, deletes: Deletes): Promise<void> {
    const { now } = this.#ledger
    const some = this.#ledger.ahead().filter((entry) => entry.there && entry.id && may(entry) && entry.touched.there === null)
    const entry = this.#chance.one(some)
    const place = deletes === 'surely' ? 40 : this.#chance.below(100)
    this.#ledger.done.there += 1
    if (!entry || place >= 85) return this.#add(calendarId, now)
    const address = `${calendarId}${entry.uid.replace(/@pritchel$/, '')}.ics`
    try {
      await this.#touch(entry, address, { now, place, deletes })
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(' 404 '))) throw error
      this.#ledger.missed.push(entry.title)
    }
  }

  async #touch(entry: Entry, address: string, { now, place, deletes }: { now: Date; place: number; deletes: Deletes }) {
    if (place < 40) {
      const { start, end } = this.#chance.time(now, PAST)
      await this.#phone.move(address, start, end)
      this.#ledger.changeThere(entry, { start, end })
    } else if (place < 60 && deletes !== 'never') {
      await this.#phone.remove(address)
      this.#ledger.changeThere(entry, null)
    } else if (place < 72) {
      const title = `Ring first ${++this.#made}`
      await this.#phone.retitle(address, title)
      entry.retitled = title
      entry.touched.there = 'words'
    } else {
      if (!entry.hasAlarm) await this.#phone.decorate(address)
      entry.hasAlarm = true
      entry.touched.there = 'words'
    }
  }

  /** A time becomes an entry of the diary; a whole day stays there alone. */
  async #add(calendarId: string, now: Date) {
    const n = ++this.#made
    const [name, title] = [`phone-${n}`, `Vet ${n}`]
    const when = this.#chance.is(0.8) ? this.#chance.time(now, PAST) : this.#chance.days(now, 1)
    const place =
      'fromDay' in when
        ? [`DTSTART;VALUE=DATE:${when.fromDay.replaceAll('-', '')}`]
        : [`DTSTART:${stamp(when.start)}`, `DTEND:${stamp(when.end)}`]
    await this.#phone.add(calendarId, name, [...place, `SUMMARY:${title}`])
    if ('fromDay' in when) this.#ledger.alone.set(name, { ...when, toDay: when.fromDay })
    else this.#ledger.add(name, title, when)
  }
}

const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
