import type { z } from 'zod'
import { ApiError, call, Unreachable } from '#platform/web/api.ts'
import type { Sending } from '#platform/web/files/upload-parts.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { noteReach } from '#platform/web/sync/reach.ts'

type UploadRequest = { id: string; bytes: number; sha256: string; mime: string; fileType?: string; personId: string; practiceId: string }
export type UploadAnswer = { id: string; state: 'uploading' | 'stored'; uploadURL: string | null; way: 'put' | 'tus' }
type UploadEndpoint = {
  method: 'POST'
  path: '/api/objects/upload'
  audience: 'member'
  summary: string
  body: z.ZodType<UploadRequest, UploadRequest>
  response: z.ZodType<UploadAnswer>
}

/** The requests the lane makes to the server; tests put their own here. */
export type LaneWires = {
  /** Where to send a file, or that all of it is there. */
  request: (file: UploadRequest, signal: AbortSignal) => Promise<UploadAnswer>
  /** Sends all of it in one go. */
  put: (url: string, content: Blob, signal: AbortSignal) => Promise<void>
  /** Sends what the server hasn't got, in parts; false: stopped between two. */
  parts: (url: string, content: Blob, sending: Sending) => Promise<boolean>
}

const REQUEST_TIMEOUT_MS = 20_000
/** 5 MB from a valley. */
const PUT_MS = 5 * 60_000

/** The real server. */
export const laneWires: LaneWires = {
  request: (body, signal) =>
    call<UploadEndpoint>('POST /api/objects/upload', { body, signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) }),
  put: (url, content, signal) => putWhole(url, content, AbortSignal.any([signal, AbortSignal.timeout(PUT_MS)])),
  async parts(url, content, sending) {
    const { sendInParts } = await import('#platform/web/files/upload-parts.ts')
    return sendInParts(new URL(serverUrl(url), location.href).href, content, sending)
  },
}

/** @throws ApiError, Unreachable; an abort passes through. */
async function putWhole(url: string, content: Blob, signal: AbortSignal): Promise<void> {
  const answer = await fetch(serverUrl(url), { method: 'PUT', body: content, signal, credentials: 'same-origin' }).catch(
    (error: unknown) => {
      if (signal.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')) throw error
      noteReach(false)
      throw new Unreachable(String(error), { cause: error })
    },
  )
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
}
