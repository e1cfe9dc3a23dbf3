import type { FastifyRequest } from 'fastify'
import { LONGEST_NAME, shortAddress, shortAgent } from '#features/records/terms/rules.ts'
import type { Signing } from '#features/records/terms/server/accepting.ts'
import type { TermsFault } from '#features/records/terms/terms-page.ts'
import type { FormBody } from '#platform/server/http/forms.ts'

/** The signing in the form, or the fault that makes it invalid. */
export function readSigning(request: FastifyRequest): { signing?: Signing; fault?: TermsFault } {
  const form = (request.body ?? {}) as FormBody
  const name = [form.name].flat()[0]?.trim().slice(0, LONGEST_NAME) ?? ''
  const hasRead = form.read === 'yes'
  if (name === '') return { fault: { sentence: 'Type your name, so we know who accepts.', name, hasRead } }
  if (!hasRead) return { fault: { sentence: "Tick that you've read and accept the terms.", name, hasRead } }
  return { signing: { name, address: shortAddress(request.ip), agent: shortAgent(request.headers['user-agent']) } }
}
