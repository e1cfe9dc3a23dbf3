import { sendForm } from '#app/pages/my/phone/send-form.ts'
import { dropUnsent, keepUnsent } from '#app/pages/my/phone/unsent.ts'
import { isOnNetwork } from '#platform/web/device/network.ts'
import { canKeep } from '#platform/web/device/portal-app.ts'

const LOST = 'It hasn’t gone. What you wrote is still here: press Send again when there’s signal.'
const KEPT = 'It hasn’t gone. What you wrote is still here, and is kept on this phone: send it when there’s signal.'
const SIGNED_OUT = 'It hasn’t gone: you’re signed out. Copy what you wrote, and sign in again.'
const NEEDS_SIGNAL = 'That needs a signal. Nothing was sent, and nothing has changed.'

/** What is written to a farrier can wait. What leads to a bank card, changes an account or shows a horse to others is done now or not at all. */
const canWait = (path: string) => /^\/my\/at\/[^/]+\/((messages|visits|yards|texts)\b|data\/details|invoices\/[^/]+\/paid$)/.test(path)

type Pressed = { form: HTMLFormElement; button: HTMLElement | null }

/** What each form of this page has waiting. */
const waiting = new WeakMap<HTMLFormElement, string>()
const busy = new WeakSet<HTMLFormElement>()
/** Those that the browser itself sends, because the answer is a page to be shown. */
const left = new WeakSet<HTMLFormElement>()

/** Sends the forms of a page so that a connection that is lost on the way loses nothing. `whose`: whose words are kept; null: nothing stays in this browser. */
export function watchForms(page: Document, whose: string | null): void {
  page.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== 'post' || left.has(form)) return
    const pressed = { form, button: event.submitter }
    if (canWait(pathOf(pressed))) {
      event.preventDefault()
      void send(pressed, whose)
    } else if (!isOnNetwork()) {
      event.preventDefault()
      tell(form, NEEDS_SIGNAL)
    }
  })
}

const pathOf = ({ form, button }: Pressed): string => {
  const { pathname, search } = new URL(button?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href, location.href)
  return pathname + search
}

async function send(pressed: Pressed, whose: string | null): Promise<void> {
  const { form, button } = pressed
  if (busy.has(form)) return
  busy.add(form)
  tell(form, '')
  const path = pathOf(pressed)
  const fields = new FormData(form, button)
  const isMultipart = form.enctype === 'multipart/form-data'
  const sent = await sendForm(path, fields, isMultipart)
  busy.delete(form)
  if (sent.state === 'lost') return tell(form, (await keep()) ? KEPT : LOST)
  if (sent.state === 'signed-out') return tell(form, SIGNED_OUT)
  const id = waiting.get(form)
  if (id) await dropUnsent(id)
  waiting.delete(form)
  if (sent.state === 'taken') return showAnswer(form, sent.url)
  // A refusal changes nothing, so the browser sends it once more and shows it.
  left.add(form)
  form.requestSubmit(button)

  async function keep(): Promise<boolean> {
    if (!whose || !canKeep()) return false
    try {
      waiting.set(form, await keepUnsent({ whose, path, fields, isMultipart, ...wordsOf(pressed) }, waiting.get(form)))
      return true
    } catch {
      // The phone is full.
      return false
    }
  }
}

/** Where the answer is; below it, where the form was what a page ends with. */
function showAnswer(form: HTMLFormElement, url: string) {
  form.reset()
  const { pathname, search } = new URL(url)
  if (pathname + search === location.pathname + location.search) location.reload()
  else location.assign(form.id === 'answer' ? `${url}#answer` : url)
}

/** What it is, by the heading it stands under and the button that was pressed; and what was typed into it. */
function wordsOf({ form, button }: Pressed) {
  const heading = form.closest('details')?.querySelector('summary') ?? form.closest('section')?.querySelector('h2')
  const title = (heading ?? document.querySelector('h1'))?.textContent.trim() ?? ''
  const typed = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input:not([type=hidden]):not([type=file])')]
  const words = typed.filter((field) => !/checkbox|radio/.test(field.type) && field.value).map(({ value }) => value)
  return { label: [title, button?.textContent.trim()].filter(Boolean).join(': '), words: words.join('\n').slice(0, 1000) }
}

function tell(form: HTMLFormElement, sentence: string) {
  const place = form.querySelector('[data-told]') ?? document.createElement('p')
  place.setAttribute('data-told', '')
  place.setAttribute('role', 'alert')
  place.className = 'font-medium text-flag-ink empty:hidden'
  if (!place.isConnected) form.append(place)
  place.textContent = sentence
}
