import { type KnownFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import type { Post, PostAnswer, postEndpoints } from '#features/office/posts/contract.ts'
import { ANSWERS_TO } from '#features/office/posts/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { call } from '#platform/web/api.ts'
import { addFile } from '#platform/web/files/uploads.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A post as this device holds it. */
export type KnownPost = Kept<Post>

/** The posts of a horse, or of all: what waits for a person first, each part newest first; undefined while they load. */
export function usePosts(horseId?: string): readonly KnownPost[] | undefined {
  const rows = useRows<Post>('posts', horseId ? { horseId } : {})
  return rows && inOrder(rows)
}

const inOrder = memoLast((rows: readonly KnownPost[]) =>
  rows.toSorted((a, b) => Number(waitsForOne(b)) - Number(waitsForOne(a)) || (a.id < b.id ? 1 : -1)),
)

/** A draft, or one about which a person has to say something. */
const waitsForOne = ({ state, targets }: Post): boolean =>
  state === 'draft' || Object.values(targets).some((target) => ANSWERS_TO[target.state] !== undefined)

/** The picture of a post, a file of its horse; undefined where this device doesn't know it. */
export const usePictureOf = ({ horseId, pictureId }: Pick<Post, 'horseId' | 'pictureId'>): KnownFile | undefined =>
  useFilesOf(horseId)?.find(({ id }) => id === pictureId)

/** What a person decides about a post. */
export type Composed = Pick<Post, 'text' | 'altText' | 'networks'> & {
  /** They confirmed that nobody in the picture can be recognised. */
  isNobodyIn: boolean
  isPosted: boolean
}

type Made = { horse: { id: string; clientId: string }; picture: Blob; beforeId: string; afterId: string; memberId: string }

/**
 * Keeps a new post with its picture on this device, as a draft or to be posted; both go to the server when they can. Resolves with the post's id;
 * false when it was not kept. @throws NoRoom
 */
export async function addPost({ horse, picture, beforeId, afterId, memberId }: Made, composed: Composed): Promise<string | false> {
  const [pictureId, postId] = [uuidv7(), uuidv7()]
  const post = { horseId: horse.id, beforeId, afterId, pictureId, ...sent(composed) }
  const alsoShow = {
    clientId: horse.clientId,
    nobodyBy: composed.isNobodyIn ? memberId : null,
    memberId,
    ...NOT_OUT,
    ...pressed(composed, memberId),
  }
  const ids = await addFile({
    content: picture,
    name: FILE_NAME,
    fileType: 'image',
    changes: (fileId) => [
      pictureOf(horse.id, { id: pictureId, fileId, fileSize: picture.size, filedBy: memberId }),
      { action: 'CREATE', entity: 'posts', id: postId, data: post, alsoShow },
    ],
  })
  return ids && postId
}

/** Changes a draft, and posts it where that was pressed; false when it is gone from this device. */
export const changePost = async (id: string, composed: Composed, memberId: string): Promise<boolean> =>
  (await record([
    {
      action: 'UPDATE',
      entity: 'posts',
      id,
      data: sent(composed),
      alsoShow: { nobodyBy: composed.isNobodyIn ? memberId : null, ...pressed(composed, memberId) },
    },
  ])) !== false

/** Takes a post down wherever it is, for good; false when it is gone from this device. */
export const takeDown = async (id: string): Promise<boolean> =>
  (await record([
    { action: 'UPDATE', entity: 'posts', id, data: { state: 'down' }, alsoShow: { downAt: currentTime().toISOString(), downBy: 'member' } },
  ])) !== false

/** Removes a draft with its picture; false when it is gone from this device. */
export async function removeDraft({ id, pictureId }: Pick<Post, 'id' | 'pictureId'>, hasPicture: boolean): Promise<boolean> {
  const picture: Change[] =
    pictureId && hasPicture
      ? [{ action: 'DELETE', entity: 'attachments', endpoint: `/api/file-attachments/${pictureId}`, id: pictureId }]
      : []
  return (await record([{ action: 'DELETE', entity: 'posts', id }, ...picture])) !== false
}

/** Tells the server what a person saw at a network, or wants there. @throws ApiError, Unreachable */
export async function answerFor(id: string, network: string, answer: PostAnswer): Promise<void> {
  await call<typeof postEndpoints.answer>('POST /api/posts/:id/networks/:network', { params: { id, network }, body: { answer } })
  await syncNow()
}

const FILE_NAME = 'before-and-after.jpg'
const NOT_OUT = { pressedAt: null, pressedBy: null, downAt: null, downBy: null, targets: {} }

const sent = ({ text, altText, networks, isNobodyIn, isPosted }: Composed) => ({
  ...{ text: text.trim(), altText: altText.trim(), networks },
  nobodyAt: isNobodyIn ? currentTime().toISOString() : null,
  state: isPosted ? 'posting' : 'draft',
})

const pressed = ({ isPosted }: Composed, memberId: string) =>
  isPosted ? { pressedAt: currentTime().toISOString(), pressedBy: memberId } : {}

type Picture = { id: string; fileId: string; fileSize: number; filedBy: string }

/* Without a day: it was taken on two, and it is no photo of a visit of today. */
function pictureOf(horseId: string, { id, fileId, fileSize, filedBy }: Picture): Change {
  const facts = { fileName: FILE_NAME, fileType: 'image', horseId, description: 'Before and after', uploadedBy: 'farrier' }
  return {
    ...{ action: 'CREATE', entity: 'attachments', endpoint: '/api/file-attachments', id, blobId: fileId },
    data: { ...facts, fileId, shownToOwner: false },
    alsoShow: { ...EMPTY, fileSize, filedBy, mime: 'image/jpeg', fileUrl: `/api/objects/${fileId}` },
  }
}

const EMPTY = {
  ...{ appointmentId: null, workEntryId: null, clientId: null, yardId: null, messageId: null, expenseId: null, receivedFrom: null },
  ...{ takenOn: null, foot: null, view: null, ownerSeesFrom: null, mayPassOn: false },
}
