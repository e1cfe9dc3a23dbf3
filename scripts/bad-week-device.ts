import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'
import { currentMs } from '#lib/clock.ts'
import { type Copy, readCopy, recordByHand } from '#testing/e2e-practice.ts'
import { makeProfile, type Profile, type Running } from '#testing/e2e-profile.ts'
import type { Book, Change } from './bad-week-book.ts'

const LONGEST_WAIT_MS = 60_000

/** Waits for a state, never for a time. @throws Error naming what did not happen */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const giveUpAt = currentMs() + LONGEST_WAIT_MS
  while (currentMs() < giveUpAt) {
    const seen = await look()
    if (seen) return seen
    await delay(50)
  }
  throw new Error(`waited in vain until ${what}`)
}

/** One of the farrier's devices: Chromium on a profile of its own. Changes it reports as saved are in the book. */
export class Device {
  readonly name: string
  readonly #book: Book
  readonly #url: string
  readonly #profile: Profile
  #running: Running | undefined

  constructor(name: string, book: Book, url: string) {
    this.name = name
    this.#book = book
    this.#url = url
    this.#profile = makeProfile(url)
  }

  get page(): Page {
    return this.#now.page
  }

  /** Opens, signs in once for all, and shuts down cleanly: Chromium writes cookies to disk with a delay. Returns the practice's id. */
  async settleIn(enter: 'register' | 'password', person: object): Promise<string> {
    const { api, page, quit } = await this.#start()
    await api.post(`/api/auth/${enter}`, person)
    await page.goto(`${this.#url}/clients`)
    await until('the practice is copied', async () => (await readCopy(page))?.cursor?.isComplete)
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    const { practice } = await api.get<{ practice: { id: string } }>('/api/auth/user')
    await quit()
    return practice.id
  }

  async open() {
    const { page } = await this.#start()
    await page.goto(`${this.#url}/clients`)
    await until('the copy is open', async () => (await readCopy(page)) !== undefined)
  }

  /** The battery dies. */
  crash = () => this.#now.kill()

  airplane = (isOn: boolean) => this.#now.context.setOffline(isOn)

  /** Saves changes, each list in one transaction, and adds them to the book as soon as the device reports them safe. */
  async write(lists: Change[][]) {
    await recordByHand(this.page, lists)
    this.#book.note(this.name, lists.flat())
  }

  /** Saves a client in the form, as a person does. */
  async writeInForm(name: string) {
    const { page } = this
    await page.getByRole('button', { name: 'Add Client' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add New Client' })
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByRole('button', { name: 'Add Client' }).click()
    await dialog.waitFor({ state: 'detached' })
    const rec = (await this.copy()).rec.find(({ data }) => 'name' in data && data.name === name)
    if (!rec) throw new Error(`the form of ${name} is shut, and ${this.name} has not saved it`)
    this.#book.note(this.name, [{ action: 'CREATE', entity: 'clients', id: rec.id, data: { name } }])
  }

  /** Resolves the one card about a client in the Offline Status dialog, waiting for it first; `mend` enters another e-mail. */
  async settle(title: string, choice: 'Keep mine' | { mend: string }) {
    const { page } = this
    await page.getByRole('button', { name: /to decide$/ }).click()
    const status = page.getByRole('dialog', { name: 'Offline Status' })
    const card = status.getByRole('article', { name: title })
    await card.waitFor()
    const cards = await status.getByRole('article').count()
    this.#book.asked.push(...Array<string>(cards).fill(`${this.name} clients`))
    if (choice === 'Keep mine') await card.getByRole('button', { name: choice }).click()
    else await this.#mend(card, choice.mend)
    await card.waitFor({ state: 'detached' })
    this.#book.resolved.push(`${this.name} clients`)
    await status.getByRole('button', { name: 'Close' }).click()
    await status.waitFor({ state: 'detached' })
  }

  /** The device's stored data, read without the app. */
  async copy(): Promise<Copy> {
    const copy = await readCopy(this.page)
    if (!copy) throw new Error(`${this.name} has no copy`)
    return copy
  }

  /** Kills its processes, and removes its profile. */
  remove = () => this.#profile.remove()

  get #now(): Running {
    if (!this.#running) throw new Error(`${this.name} was never opened`)
    return this.#running
  }

  async #start(): Promise<Running> {
    this.#running = await this.#profile.open()
    return this.#running
  }

  async #mend(card: ReturnType<Page['getByRole']>, email: string) {
    await card.getByRole('button', { name: 'Edit' }).click()
    const form = this.page.getByRole('dialog', { name: 'Edit Client' })
    await form.getByLabel(/^E-?mail/).fill(email)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
  }
}
