import { serverUrl } from '#platform/web/server-url.ts'

/** What became of a form: it did not get through; no one is signed in any more; it was refused; or where its answer is. */
export type Sent =
  | { state: 'lost' }
  | { state: 'signed-out' }
  | { state: 'refused'; status: number; page: string }
  | { state: 'taken'; url: string }

/** Sends what a form holds as its browser would. */
export async function sendForm(path: string, fields: FormData, isMultipart: boolean): Promise<Sent> {
  const body = isMultipart ? fields : new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
  const answer = await fetch(serverUrl(path), { method: 'POST', body }).catch(() => undefined)
  if (!answer || answer.status >= 500 || answer.status === 429) return { state: 'lost' }
  if (!answer.redirected) return { state: 'refused', status: answer.status, page: await answer.text().catch(() => '') }
  return new URL(answer.url).pathname === '/my/sign-in' ? { state: 'signed-out' } : { state: 'taken', url: answer.url }
}
