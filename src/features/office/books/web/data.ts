import type { Attachment } from '#features/evidence/files/contract.ts'
import type { KnownFile, Looked } from '#features/evidence/files/web/data.ts'
import type { Expense, ExpenseChange, NewExpense, NewTrip, Trip, TripChange } from '#features/office/books/contract.ts'
import type { ProposedTrip } from '#features/office/books/round-trips.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile } from '#platform/web/files/uploads.ts'
import { type Change, record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'

/** An expense and a trip as this device holds them. */
export type KnownExpense = Kept<Expense>
export type KnownTrip = Kept<Trip>

/** The input of an expense's form; likewise of a trip. */
export type ExpenseWords = Required<Omit<NewExpense, 'id'>>
export type TripWords = Required<Omit<NewTrip, 'id'>>

/** Records an expense, then its receipts; resolves to its permanent id. @throws NoRoom */
export async function addExpense(words: ExpenseWords, receipts: readonly Looked[], memberId: string): Promise<string> {
  const expense = adding('expenses', words, { memberId })
  const [first, ...others] = receipts
  // The first receipt's transaction includes the expense: a full device stores neither.
  if (first) await addFile(filing(expense.id, first, memberId, [expense]))
  else await record([expense])
  await addReceipts(expense.id, others, memberId)
  return expense.id
}

/** Adds receipts to an existing expense; they are uploaded when possible. @throws NoRoom */
export async function addReceipts(expenseId: string, receipts: readonly Looked[], memberId: string): Promise<void> {
  for (const receipt of receipts) await addFile(filing(expenseId, receipt, memberId))
}

/** Records changed fields; false when the expense is gone from this device. */
export const changeExpense = async (id: string, values: ExpenseChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'expenses', id, data: values, ...seen }])) !== false

/** Removes an expense with its receipts; undo adds both again with new ids, for a removed id can't be reused. */
export async function removeExpense(expense: KnownExpense, receipts: readonly KnownFile[]): Promise<false | (() => Promise<boolean>)> {
  const gone: Change[] = [
    ...receipts.map(({ id }) => ({ action: 'DELETE', entity: 'attachments', endpoint: `/api/file-attachments/${id}`, id }) as const),
    { action: 'DELETE', entity: 'expenses', id: expense.id },
  ]
  if ((await record(gone)) === false) return false
  const { spentOn, category, description, supplier, totalPence, vatPence, method, memberId } = expense
  const again = adding('expenses', { spentOn, category, description, supplier, totalPence, vatPence, method }, { memberId })
  return async () => (await record([again, ...receipts.map((receipt) => filedAgain(again.id, receipt))])) !== false
}

/** Adds a trip to the log; resolves to its permanent id. */
export async function addTrip(words: TripWords): Promise<string> {
  const trip = adding('trips', words)
  await record([trip])
  return trip.id
}

/** Adds proposed rounds to the log, all of them or none; resolves to a function that undoes it. */
export async function addRounds(rounds: readonly ProposedTrip[]): Promise<false | (() => Promise<boolean>)> {
  const trips = rounds.map(({ unplaced: _, byRoad: _how, engine: _engine, ...round }) =>
    adding('trips', { ...round, vehicle: 'car-or-van' }),
  )
  if ((await record(trips)) === false) return false
  return async () => (await record(trips.map(({ id }) => ({ action: 'DELETE', entity: 'trips', id })))) !== false
}

/** Records changed fields; false when the trip is gone from this device. */
export const changeTrip = async (id: string, values: TripChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'trips', id, data: values, ...seen }])) !== false

/** Removes a trip; undo adds it again with a new id, for a removed id can't be reused. */
export async function removeTrip(trip: KnownTrip): Promise<false | (() => Promise<boolean>)> {
  if ((await record([{ action: 'DELETE', entity: 'trips', id: trip.id }])) === false) return false
  const { onDay, memberId, vehicle, milesTenths, purpose, fromPlace, toPlace } = trip
  return () => addTrip({ onDay, memberId, vehicle, milesTenths, purpose, fromPlace, toPlace }).then(Boolean)
}

/** Takes a receipt off its expense; resolves to a function that restores it, or false when it is gone from this device. */
export async function removeReceipt(expenseId: string, receipt: KnownFile): Promise<false | (() => Promise<boolean>)> {
  const { id } = receipt
  if ((await record([{ action: 'DELETE', entity: 'attachments', endpoint: `/api/file-attachments/${id}`, id }])) === false) return false
  return async () => (await record([filedAgain(expenseId, receipt)])) !== false
}

const adding = (entity: 'expenses' | 'trips', data: object, alsoShow?: object): Change & { id: string } => ({
  action: 'CREATE',
  entity,
  id: uuidv7(),
  data: { ...data },
  ...(alsoShow && { alsoShow: { ...alsoShow } }),
})

const filing = (expenseId: string, receipt: Looked, memberId: string, first: readonly Change[] = []) => ({
  content: receipt.content,
  name: receipt.fileName,
  fileType: receipt.fileType,
  changes: (fileId: string): Change[] => [...first, receiptOf(expenseId, fileId, receipt, memberId)],
})

const WHERE = { action: 'CREATE', entity: 'attachments', endpoint: '/api/file-attachments' } as const

function receiptOf(expenseId: string, fileId: string, { fileName, fileType, takenOn, content, mime }: Looked, memberId: string): Change {
  const stored = { filedBy: memberId, fileSize: content.size, mime, fileUrl: `/api/objects/${fileId}` }
  const data = { expenseId, fileId, fileName, fileType, takenOn, uploadedBy: 'farrier' }
  return { ...WHERE, data, alsoShow: { ...EMPTY, ...stored }, blobId: fileId }
}

/** Its bytes are still on the server, or still being uploaded. */
function filedAgain(expenseId: string, file: KnownFile): Change {
  const { fileId, fileName, fileType, takenOn, uploadedBy, filedBy, fileSize, mime, fileUrl } = file
  return {
    ...WHERE,
    data: { expenseId, fileId, fileName, fileType, takenOn, uploadedBy },
    alsoShow: { ...EMPTY, filedBy, fileSize, mime, fileUrl },
    ...(file.isPending && fileId && { blobId: fileId }),
  }
}

const EMPTY = {
  ...{ horseId: null, appointmentId: null, workEntryId: null, clientId: null, yardId: null, messageId: null, foot: null, view: null },
  ...{ description: null, receivedFrom: null, shownToOwner: false, ownerSeesFrom: null, mayPassOn: false },
} satisfies Partial<Attachment>
