import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many milliseconds a body may take here, if not the default that suits any line. */
    bodyMs?: number
  }
}

/** How long the body of a request may take, regardless of its size. */
const PATIENCE_MS = 120_000
/** What the slowest line carries that a file is sent over: a photo of 5 MB has seven minutes. */
const BYTES_A_MS = 16

/**
 * Ends requests whose body arrives too slowly to be genuine: each has two minutes, and more for a larger declared size. An answer may take any
 * time.
 */
export function endSlowBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = headers
    if (Number(length) > 0 || chunked !== undefined) {
      const most = Number(length) || routeOptions.bodyLimit || 0
      const { bodyMs = patienceMs + most / BYTES_A_MS } = routeOptions.config
      const timer = setTimeout(() => raw.destroy(), bodyMs).unref()
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
}
