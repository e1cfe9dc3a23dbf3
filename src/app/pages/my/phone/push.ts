import { askToBeTold, beToldNoMore, CannotBeTold, canBeTold, isToldNothing } from '#platform/web/device/portal-app.ts'
import { serverUrl } from '#platform/web/server-url.ts'

const UNREACHABLE = 'No connection. Try again when there’s signal.'
const DONE = 'This phone tells you from now on. You can stop that under Settings.'
/** That this browser has shown the question, with the notes that go when its person does. */
const ASKED = 'my/push-asked'

/** Makes the buttons work that have this phone notified: the browser asks for nothing before one is pressed. */
export function servePush(within: HTMLElement): void {
  if (!canBeTold()) return
  const { path } = within.dataset
  if (path && !isFirstAsking()) return
  for (const button of within.querySelectorAll('button'))
    button.addEventListener('click', () => void (path ? answer(within, path, button.value) : press(within, button.value === 'on')))
  within.hidden = false
}

/** Whether the question was never shown here; from now on it was. A person who refused in the browser does not get it. */
function isFirstAsking(): boolean {
  try {
    if (isToldNothing() || localStorage.getItem(ASKED)) return false
    localStorage.setItem(ASKED, 'yes')
    return true
  } catch {
    // It would be shown each time.
    return false
  }
}

async function press(within: HTMLElement, isOn: boolean): Promise<void> {
  const fault = await (isOn ? turnOn(within.dataset.push ?? '') : turnOff())
  if (!fault) return location.reload()
  say(within, 'alert', fault)
}

/** A yes subscribes this phone and has their farrier notify them there; a no ends the question. */
async function answer(within: HTMLElement, path: string, said: string): Promise<void> {
  if (said !== 'on') return within.remove()
  const fault = (await turnOn(within.dataset.push ?? '')) ?? (await choose(path))
  if (fault) return say(within, 'alert', fault)
  for (const other of within.querySelectorAll(':scope > :not([role=status])')) other.remove()
  say(within, 'status', DONE)
}

function say(within: HTMLElement, role: 'alert' | 'status', sentence: string) {
  const place = within.querySelector(`[role=${role}]`)
  if (place) place.textContent = sentence
}

/** The fault as a sentence; undefined: it is done. */
async function turnOn(pushKey: string): Promise<string | undefined> {
  try {
    const body = JSON.stringify(await askToBeTold(pushKey))
    return await send({ method: 'PUT', body, headers: { 'content-type': 'application/json' } })
  } catch (error) {
    return error instanceof CannotBeTold ? error.message : UNREACHABLE
  }
}

async function turnOff(): Promise<string | undefined> {
  const fault = await send({ method: 'DELETE' })
  if (!fault) await beToldNoMore()
  return fault
}

async function send(how: RequestInit): Promise<string | undefined> {
  const answer = await fetch(serverUrl('/api/my/push'), how).catch(() => undefined)
  if (answer?.ok) return undefined
  return ((await answer?.json().catch(() => undefined)) as { message?: string } | undefined)?.message ?? UNREACHABLE
}

/** Sent as a form is; the page it leads to is not opened. */
async function choose(path: string): Promise<string | undefined> {
  const answer = await fetch(serverUrl(path), { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }).catch(() => undefined)
  if (answer?.type === 'opaqueredirect') return undefined
  return answer ? 'It didn’t work. Choose “On my phone” under Settings, Texts and e-mails.' : UNREACHABLE
}
