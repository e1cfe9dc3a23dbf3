import type { FileDetails, guestFileEndpoints } from '#features/evidence/files/guest-contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { ApiError, call, Unreachable } from '#platform/web/api.ts'
import { laneWires } from '#platform/web/files/upload-wires.ts'
import { serverUrl } from '#platform/web/server-url.ts'

type Horse = { practice: string; horseId: string; asCarer?: boolean }
export type Sent = { isSent: true } | { isSent: false; why: string; mayTryAgain: boolean }

/** How long after the first, second and later losses of the connection it is tried again, at the latest; a network that is back is at once. */
const PAUSES_MS = [2000, 5000, 15_000, 30_000]
/** So often in a row without a byte, and the person decides. */
const MOST_TRIES = 20
/** 5 MB from a valley. */
const PUT_MS = 5 * 60_000

/** Sends a file about a horse, through losses of the connection, and gives it to the farrier. `shows` reports progress. */
export async function sendFile(of: Horse, file: File, shows: (words: string) => void, said: FileDetails = {}): Promise<Sent> {
  const id = idFor(of, file)
  for (let tries = 0; ; tries += 1) {
    try {
      await sendBytes(of, { id, file }, (sent, isKept) => {
        if (isKept) tries = 0
        shows(`${Math.floor((sent / file.size) * 100)} %`)
      })
      await call<typeof guestFileEndpoints.file>('POST /api/my/files', { body: { ...of, ...said, fileId: id, fileName: file.name } })
      forget(of, file)
      return { isSent: true }
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        forget(of, file)
        return { isSent: false, why: error.sentence, mayTryAgain: error.status === 429 }
      }
      if (!(error instanceof Unreachable || error instanceof ApiError) || tries >= MOST_TRIES)
        return { isSent: false, why: 'It didn’t go through. What was sent is kept.', mayTryAgain: true }
      shows('No connection. It carries on when there’s signal.')
      await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0)
    }
  }
}

/** `isKept`: what was sent so far is not sent again. */
type OnProgress = (sent: number, isKept: boolean) => void

async function sendBytes(of: Horse, { id, file }: { id: string; file: File }, onProgress: OnProgress): Promise<void> {
  const body = { ...of, id, bytes: file.size, ...(file.type && { mime: file.type }) }
  const { uploadURL, way } = await call<typeof guestFileEndpoints.upload>('POST /api/my/uploads', { body })
  if (uploadURL === null) return
  if (way === 'put') return putWhole(uploadURL, file, onProgress)
  const { signal } = new AbortController()
  await laneWires.parts(uploadURL, file, { signal, onProgress: (sent) => onProgress(sent, true), onPart: async () => true })
}

/** In one go, by the one kind of request that says how far it is. */
function putWhole(url: string, file: File, onProgress: OnProgress): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = new XMLHttpRequest()
  request.open('PUT', serverUrl(url))
  request.timeout = PUT_MS
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded, false))
  request.addEventListener('load', () =>
    request.status < 400 ? resolve() : reject(new ApiError(request.status, request.statusText, request.responseText)),
  )
  for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, () => reject(new Unreachable(end)))
  request.send(file)
  return promise
}

/** Until it is online again, or so long. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(go, ms)
    function go() {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    addEventListener('online', go)
  })

/** The same file of the same horse goes on where it stopped, after the page was closed too. */
function idFor(of: Horse, file: File): string {
  const key = keyOf(of, file)
  try {
    const known = localStorage.getItem(key)
    if (known) return known
    const id = uuidv7()
    localStorage.setItem(key, id)
    return id
  } catch {
    // A browser that keeps nothing begins again when the page is opened again.
    return uuidv7()
  }
}

function forget(of: Horse, file: File) {
  try {
    localStorage.removeItem(keyOf(of, file))
  } catch {
    // Nothing was kept.
  }
}

const keyOf = ({ horseId }: Horse, { name, size, lastModified }: File) => `my/upload/${horseId}/${size}/${lastModified}/${name}`
