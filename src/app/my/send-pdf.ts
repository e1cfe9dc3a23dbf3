import type { FastifyReply } from 'fastify'
import { safeName } from '#features/evidence/files/rules.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import { A_PDF } from '#platform/server/paper/paper.ts'

/** Sends a paper to save, or to read in the browser. */
export const sendPdf = (reply: FastifyReply, title: string, pdf: Buffer) =>
  reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', safeName(`${title}.pdf`)) }).send(pdf)
