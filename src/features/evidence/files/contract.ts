import { z } from 'zod'
import { Tier } from '#features/core/practice/plan-shape.ts'
import { FILE_TYPES, THUMBNAIL_WIDTHS, UPLOADERS } from '#features/evidence/files/rules.ts'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    attachments: Attachment
  }
}

const text = (max: number) => z.string().trim().max(max).nullable()
const ref = z.string().min(1).max(60)

/** The fields that may be corrected later; the file itself never changes. */
const changeable = {
  fileName: z.string().trim().min(1).max(1000),
  description: text(2000),
  foot: z.enum(['NF', 'OF', 'NH', 'OH']).nullable(),
  view: text(80),
  takenOn: dayShape.nullable(),
  shownToOwner: z.boolean(),
}

/** The subjects of a file; it names at least one. */
const subjects = {
  horseId: ref.nullable(),
  appointmentId: ref.nullable(),
  workEntryId: ref.nullable(),
  clientId: ref.nullable(),
  yardId: ref.nullable(),
  /** The message that it came with or is sent with. */
  messageId: ref.nullable(),
  /** The expense of which it is the receipt: only for members who see money. */
  expenseId: ref.nullable(),
}

/** Spec §3 File attachment: a file put on record. `fileUrl` opens it for members; the server determines its size and type. */
export const Attachment = z
  .object({
    ...changeable,
    ...subjects,
    id: z.string(),
    /** The id of the bytes; null once they are deleted after a removal. */
    fileId: z.string().nullable(),
    fileUrl: z.string().nullable(),
    fileType: z.enum(FILE_TYPES),
    fileSize: z.int(),
    mime: z.string(),
    uploadedBy: z.enum(UPLOADERS),
    /** The member who filed it. */
    filedBy: z.string().nullable(),
    /** Who made it, where the member filed it for another person. */
    receivedFrom: text(200),
    /** The day from which the owner sees it, where its vet keeps it back until they have spoken. */
    ownerSeesFrom: dayShape.nullable(),
    /** Whether its vet or para-professional lets it be passed on. */
    mayPassOn: z.boolean(),
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof Attachment>

export const NewAttachment = z
  .object({
    ...z.object(changeable).partial().shape,
    ...z.object(subjects).partial().shape,
    fileName: changeable.fileName,
    id: ref.optional(),
    /** The file by its id, or by the address it was uploaded to or is read from. */
    fileId: ref.optional(),
    fileUrl: z.string().max(500).optional(),
    fileType: z.enum(FILE_TYPES),
    /** The size according to the sender; the server uses the size it received. */
    fileSize: z.int().min(0).optional(),
    uploadedBy: z.enum(UPLOADERS).default('farrier'),
    receivedFrom: text(200).optional(),
  })
  .meta({ id: 'NewAttachment' })
export type NewAttachment = z.input<typeof NewAttachment>

export const AttachmentChange = z
  .object({
    ...changeable,
    /** A file made while work was being entered is linked to that entry once it is on record. */
    workEntryId: ref.nullable(),
  })
  .partial()
  .meta({ id: 'AttachmentChange' })
export type AttachmentChange = z.input<typeof AttachmentChange>

/** A practice's storage use and the limits of its plan (Spec §9 Plans, §6 gating). In bytes; null: no limit except that of a single file. */
export const FileUsage = z
  .object({
    tier: Tier,
    /** The month that `videoBytes` covers, in the practice's zone: `yyyy-MM`. */
    month: z.string(),
    /** The bytes of the videos that arrived this month and are not removed. */
    videoBytes: z.int(),
    /** The bytes of all files. */
    storedBytes: z.int(),
    plan: z.object({
      photoBytes: z.int().nullable(),
      hasVideo: z.boolean(),
      hasGaitAnalysis: z.boolean(),
      videoBytesAMonth: z.int().nullable(),
    }),
  })
  .meta({ id: 'FileUsage' })
export type FileUsage = z.output<typeof FileUsage>

/** Where the bytes of a file go. */
export const UploadAnswer = z
  .object({
    id: z.string(),
    state: z.enum(['uploading', 'stored']),
    /** The address for a PUT of the whole file, or for parts by tus 1.0 when it is larger than 5 MB. Null once it is stored. */
    uploadURL: z.string().nullable(),
    /** The way to send it. */
    way: z.enum(['put', 'tus']),
  })
  .meta({ id: 'Upload' })

const byId = z.object({ id: z.string().max(60) })

export const fileEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: '/api/objects/upload',
    audience: 'member',
    scope: 'files:write',
    summary: 'Where to send the bytes of a file; the same id has the same address, and says when all of it is here',
    body: z
      .object({
        /** The file's id, which may have been made on a device. */
        id: ref.optional(),
        bytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
        /** The hash of the content, in hex: the received bytes are checked against it. */
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
        mime: z.string().max(200).optional(),
        /** The type under which it will be filed, so that a plan without this type refuses it before the bytes are sent. */
        fileType: z.enum(FILE_TYPES).optional(),
        /** The person and practice of the local copy that holds it; if they are not the session's, it is refused with `wrong_person`. */
        personId: z.uuid().optional(),
        practiceId: z.uuid().optional(),
      })
      .nullish(),
    response: UploadAnswer,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/objects/:id/upload/:token',
    audience: 'link',
    summary: 'Send all bytes of a file to the address that was given for it',
    params: z.object({ id: z.string().max(60), token: z.string().max(200) }),
    response: z.undefined(),
    status: 204,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/objects/:id',
    audience: 'member',
    scope: 'files:read',
    summary: 'The bytes of a file, whole or a range of them',
    params: byId,
    response: z.unknown(),
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/api/objects/:id/thumbnail',
    audience: 'member',
    scope: 'files:read',
    summary:
      'A small picture of a photo or a video, upright and without what the camera wrote into it; 404 `no_picture_yet` while it is made',
    params: byId,
    query: z.object({ width: z.enum(THUMBNAIL_WIDTHS.map(String)).default('200') }),
    response: z.unknown(),
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/objects/:id/picture',
    audience: 'member',
    scope: 'files:read',
    summary: 'The same as large as a screen, at most 2400 pixels a side',
    params: byId,
    response: z.unknown(),
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/files/usage',
    audience: 'member',
    summary: 'What the practice has stored this month, and what its plan lets it',
    response: FileUsage,
  }),
  ofHorse: endpoint({
    method: 'GET',
    path: '/api/horses/:id/files',
    audience: 'member',
    scope: 'files:read',
    summary: "A horse's files, newest first",
    params: byId,
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200), after: z.string().max(60).optional() }),
    response: z.array(Attachment),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/file-attachments',
    audience: 'member',
    scope: 'files:write',
    record: 'attachments',
    summary: 'Put a file that was sent on record',
    body: NewAttachment,
    response: Attachment,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/file-attachments/:id',
    audience: 'member',
    scope: 'files:write',
    record: 'attachments',
    summary: 'Correct what is said about a file',
    params: byId,
    body: AttachmentChange,
    response: Attachment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/file-attachments/:id',
    audience: 'member',
    scope: 'files:write',
    record: 'attachments',
    summary: 'Take a file off record',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
