/* For tests only: requests to the double of Microsoft Graph, and its answers. */

/** The double refuses the request. */
export class Fault extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>
  constructor(status: number, code: string, headers: Record<string, string> = {}) {
    super(code)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export type FarRequest = { method: string; url: URL; body: Record<string, unknown> | null; prefer: string; match: string | null }
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
