import { z } from 'zod'
import { UploadAnswer } from '#features/evidence/files/contract.ts'
import { FILE_TYPES } from '#features/evidence/files/rules.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

/** A horse of the guest's, or one that they look after, in the practice of this slug. */
const horse = {
  practice: z.string().min(1).max(80),
  horseId: z.string().min(1).max(60),
  /** As a vet or a para-professional who looks after it, with what these may send. */
  asCarer: z.boolean().optional(),
}

/** A carer's details of a file: without a type, its content decides what it is. */
const FileDetails = z.object({
  fileType: z.enum(FILE_TYPES).optional(),
  foot: z.enum(['NF', 'OF', 'NH', 'OH']).optional(),
  view: z.string().trim().max(80).optional(),
  takenOn: dayShape.optional(),
  /** A vet keeps it from the owner until they have spoken: for 14 days at most. */
  isKept: z.boolean().optional(),
  mayPassOn: z.boolean().optional(),
})
export type FileDetails = z.input<typeof FileDetails>

/** Spec §6: what an owner sends about a horse of theirs, and a vet or a para-professional about one they look after. */
export const guestFileEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/my/uploads',
    audience: 'guest',
    act: 'upload',
    summary: 'Where to send the bytes of a file about a horse of theirs; the same id has the same address, and says when all of it is here',
    body: z.object({
      ...horse,
      /** The file's id, made by the browser, so that it goes on after an interruption. */
      id: z.uuid(),
      bytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
      mime: z.string().max(200).optional(),
    }),
    response: UploadAnswer,
    perMinute: 120,
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/my/files',
    audience: 'guest',
    act: 'upload',
    summary: 'Give a file that was sent to the farrier, with the horse; sent again it is the same one',
    body: z.object({ ...horse, ...FileDetails.shape, fileId: z.uuid(), fileName: z.string().trim().min(1).max(1000) }),
    response: z.object({ id: z.string(), fileType: z.enum(FILE_TYPES) }).meta({ id: 'GivenFile' }),
    status: 201,
    perMinute: 60,
  }),
}
