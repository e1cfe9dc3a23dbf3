import { askToBeTold, beToldNoMore, CannotBeTold, canBeTold } from '#platform/web/device/portal-app.ts'
import { serverUrl } from '#platform/web/server-url.ts'

const UNREACHABLE = 'No connection. Try again when there’s signal.'

/** Makes the buttons work that have this phone told of news: nothing is asked before one is pressed. */
export function servePush(within: HTMLElement): void {
  if (!canBeTold()) return
  for (const button of within.querySelectorAll('button')) button.addEventListener('click', () => void press(within, button.value === 'on'))
  within.hidden = false
}

async function press(within: HTMLElement, isOn: boolean): Promise<void> {
  const alert = within.querySelector('[role=alert]')
  const fault = await (isOn ? turnOn(within.dataset.push ?? '') : turnOff())
  if (!fault) return location.reload()
  if (alert) alert.textContent = fault
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
