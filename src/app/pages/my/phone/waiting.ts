import { sendForm } from '#app/pages/my/phone/send-form.ts'
import { dropUnsent, fieldsOf, listUnsent, type Unsent } from '#app/pages/my/phone/unsent.ts'

const LOST = 'It still hasn’t gone. Try again when there’s signal.'
const NOT_THERE = 'It can’t be sent any more: what it was for isn’t there now. Ring or text your farrier.'
const REFUSED = 'It wasn’t taken. Open the page it was for and look.'

/** Shows what waits on this phone at the top of the page, each to be sent or thrown away by a press. */
export async function showWaiting(whose: string): Promise<void> {
  const all = await listUnsent(whose)
  const template = document.querySelector<HTMLTemplateElement>('#my-unsent')
  const main = document.querySelector('main')
  if (!template || !main || all.length === 0) return
  const box = template.content.firstElementChild?.cloneNode(true) as HTMLElement
  const list = box.querySelector('ul')
  const row = list?.firstElementChild
  if (!list || !row) return
  list.replaceChildren(...all.map((unsent) => rowOf(row.cloneNode(true) as HTMLElement, unsent, box)))
  main.before(box)
}

function rowOf(row: HTMLElement, unsent: Unsent, box: HTMLElement): HTMLElement {
  const [label, words, alert] = [row.querySelector('b'), row.querySelector('span'), row.querySelector('[role=alert]')]
  if (label) label.textContent = unsent.label
  if (words) words.textContent = unsent.words
  const tell = (sentence: string) => {
    if (alert) alert.textContent = sentence
  }
  const gone = () => {
    row.remove()
    if (!box.querySelector('li')) box.remove()
  }
  let isBusy = false
  for (const button of row.querySelectorAll('button')) {
    button.setAttribute('aria-label', `${button.textContent}: ${unsent.label}`)
    button.addEventListener('click', async () => {
      if (isBusy) return
      isBusy = true
      if (button.value === 'send') await send(unsent, tell)
      else await dropUnsent(unsent.id).then(gone)
      isBusy = false
    })
  }
  return row
}

async function send(unsent: Unsent, tell: (sentence: string) => void): Promise<void> {
  tell('')
  const fields = await fieldsOf(unsent)
  if (!fields) return location.reload()
  const sent = await sendForm(unsent.path, fields, unsent.isMultipart)
  if (sent.state === 'lost') return tell(LOST)
  if (sent.state === 'signed-out') return location.assign('/my/sign-in')
  if (sent.state === 'refused') return tell(sent.status === 404 ? NOT_THERE : reasonIn(sent.page))
  await dropUnsent(unsent.id)
  const { pathname, search } = new URL(sent.url)
  if (pathname + search === location.pathname + location.search) location.reload()
  else location.assign(sent.url)
}

/** The sentence of refusal, as the page of the answer has it. */
const reasonIn = (page: string): string =>
  new DOMParser().parseFromString(page, 'text/html').querySelector('main [role=alert]')?.textContent.trim() || REFUSED
