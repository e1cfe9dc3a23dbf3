import { createHash } from 'node:crypto'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'

type Practice = Pick<FixturePractice, 'post' | 'send'>
type Upload = { id: string; state: 'uploading' | 'stored'; uploadURL: string | null; way: 'put' | 'tus' }

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The beginning of a photo, so that it is taken for one, and something else in every file. */
export const photoOf = (bytes: number, seed: number = Math.random()): Buffer => {
  const content = Buffer.alloc(bytes, `${seed}`)
  content.set([0xff, 0xd8, 0xff, 0xe0])
  return content
}

/** Requests where a file's bytes must go. */
export const requestUpload = async (practice: Practice, asked: object): Promise<Upload> => {
  const answer = await practice.post('/api/objects/upload', asked)
  if (answer.statusCode !== 200) throw new Error(`upload: ${answer.body}`)
  return answer.json<Upload>()
}

/** Sends the bytes of a small file to the returned address. */
export async function putBytes(
  practice: Practice,
  url: string,
  content: Buffer,
): Promise<{ statusCode: number; json: () => { code?: string } }> {
  if (url.startsWith('/'))
    return practice.send('PUT', url, undefined, { payload: content, headers: { 'content-type': 'application/octet-stream' } })
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(content) })
  const body = await answer.text()
  return { statusCode: answer.status, json: () => JSON.parse(body) as { code?: string } }
}

/** A photo that is stored; its id. */
export async function storeFile(practice: Practice, content: Buffer = photoOf(2000)): Promise<string> {
  const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
  const { uploadURL } = await requestUpload(practice, asked)
  const answer = await putBytes(practice, uploadURL ?? '', content)
  if (answer.statusCode > 204) throw new Error(`put: ${answer.statusCode}`)
  // The server has not been notified of what was put into a store directly.
  await requestUpload(practice, asked)
  return asked.id
}

/** A photo that is on record; `body` files the same photo again. */
export async function addFile(practice: Practice, of: object) {
  const body = { fileId: await storeFile(practice), fileType: 'image', fileName: 'Near fore.jpg', ...of }
  const answer = await practice.post('/api/file-attachments', body)
  if (answer.statusCode !== 201) throw new Error(`attachment: ${answer.body}`)
  return { id: answer.json<{ id: string }>().id, body }
}
