import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { ApiError, Unreachable } from '#platform/web/api.ts'

/** Small enough that a connection lost in a valley wastes little, large enough that the requests cost less than the bytes. */
export const PART_BYTES = 4 * 1024 * 1024
/** Nothing has moved for this long: the connection is dead, even if the browser believes otherwise. */
const STALLED_MS = 60_000

export type Sending = {
  signal: AbortSignal
  /** Bytes on their way so far, those of earlier tries too. */
  onProgress: (sent: number) => void
  /** After each part the server has; false stops there. */
  onPart: (sent: number) => Promise<boolean>
}

/**
 * Sends a file in parts by tus 1.0, going on at what the server already has. Resolves with whether all of it is there.
 * @throws ApiError, Unreachable
 */
export function sendInParts(url: string, content: Blob, { signal, onProgress, onPart }: Sending): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  let stall: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    clearTimeout(stall)
    stall = setTimeout(() => reject(new Unreachable('nothing moved for a minute')), STALLED_MS)
  }
  const upload = new Upload(content, {
    uploadUrl: url,
    chunkSize: PART_BYTES,
    uploadSize: content.size,
    // Trying again is the lane's to decide, and what to go on with is on our own disk.
    retryDelays: null,
    storeFingerprintForResuming: false,
    fileReader: { openFile: async () => readerOf(content) },
    onProgress(sent) {
      moved()
      onProgress(sent)
    },
    onChunkComplete: (_part, sent) => void onPart(sent).then((goesOn) => goesOn || sent === content.size || resolve(false), reject),
    onSuccess: () => resolve(true),
    onError: (error) => reject(asError(error)),
  })
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  moved()
  upload.start()
  return promise.finally(() => {
    clearTimeout(stall)
    signal.removeEventListener('abort', stop)
    return upload.abort().catch(() => undefined)
  })
}

const readerOf = (content: Blob) => ({
  size: content.size,
  async slice(start: number, end: number) {
    const part = new Uint8Array(await content.slice(start, end).arrayBuffer())
    // `size` is what it counts by.
    return { value: Object.assign(part, { size: part.length }), done: end >= content.size }
  },
  close() {},
})

function asError(error: Error | DetailedError): Error {
  const response: HttpResponse | null = 'originalResponse' in error ? error.originalResponse : null
  return response ? new ApiError(response.getStatus(), '', response.getBody() ?? '') : new Unreachable(error.message, { cause: error })
}
