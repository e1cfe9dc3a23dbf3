import { uuidv7 } from '#lib/ids.ts'

/** Posts as many bodies of a message's size to `url`, so many at once, by a bare client: no database, no signature, no check of where it goes. */
export async function barePosts(url: string, messages: number, atOnce: number): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < messages; at = next++) {
      const body = JSON.stringify({ type: 'client.changed', id: uuidv7(), rev: at, at: '2026-11-25T10:40:00.000Z' })
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      if (!answer.ok) throw new Error(`bare: ${answer.status}`)
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
