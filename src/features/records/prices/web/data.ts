import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { ServiceType } from '#features/records/kinds/contract.ts'
import { kindId } from '#features/records/kinds/rules.ts'
import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { inListOrder, overrideId, type PriceFor } from '#features/records/prices/rules.ts'
import { type Money, moneySettingsId } from '#features/records/prices/settings.ts'
import type { MoneySettings } from '#features/records/prices/settings-contract.ts'
import { memoLast } from '#lib/memo-last.ts'
import { type Change, record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { readRow, readRows } from '#platform/web/use-rows.ts'

/** Who prices are agreed for: one horse, a client with all their horses, or a yard with the work done there. */
export type Whose =
  | {
      kind: 'horse'
      id: string
      name: string
      clientId: string
      yardId: string | null
      /** What it had last: its usual work. */
      lastServiceType?: string | null
    }
  | { kind: 'client' | 'yard'; id: string; name: string }

/** The field in which an agreed price names its horse, client or yard. */
export const OWN_FIELD = { horse: 'horseId', client: 'clientId', yard: 'yardId' } as const

/** Whose prices decide what work costs for them. */
export const whereOf = (whose: Whose): PriceFor =>
  whose.kind === 'horse' ? { horseId: whose.id, clientId: whose.clientId, yardId: whose.yardId } : { [OWN_FIELD[whose.kind]]: whose.id }

/** What was agreed for them on a line of the list; without pence it was given back to the list. */
export const agreedFor = <O extends PriceOverride>(whose: Whose, overrides: readonly O[], priceItemId: string): O | undefined =>
  overrides.find((one) => one.priceItemId === priceItemId && one[OWN_FIELD[whose.kind]] === whose.id)

/** The list in its order, computed again only when one of its lines changes. */
export const inOrder = memoLast((items: readonly PriceItem[]) => inListOrder(items))

/** Records the prices agreed for a horse, client or yard, by line of the list; null returns to the list's price. All are recorded, or none. */
export async function agreePrices(
  { kind, id: whoseId }: Pick<Whose, 'kind' | 'id'>,
  prices: readonly { priceItemId: string; unitPence: number | null }[],
): Promise<boolean> {
  const changes = await Promise.all(
    prices.map(async ({ priceItemId, unitPence }) => {
      const id = overrideId(priceItemId, whoseId)
      if (await readRow<PriceOverride>('price_overrides', id)) {
        return { action: 'UPDATE', entity: 'price_overrides', id, data: { unitPence } } as const
      }
      const data = { priceItemId, horseId: null, clientId: null, yardId: null, [OWN_FIELD[kind]]: whoseId, unitPence }
      return { action: 'CREATE', entity: 'price_overrides', id, data } as const
    }),
  )
  return (await record(changes)) !== false
}

/** Records new prices of the list, by line. */
export const changePrices = async (prices: readonly { id: string; unitPence: number }[]): Promise<boolean> =>
  (await record(prices.map(({ id, unitPence }) => ({ action: 'UPDATE', entity: 'price_items', id, data: { unitPence } })))) !== false

/** A kind of work as this device holds it. */
export type KnownKind = Kept<ServiceType>

/** A kind of work as its form has it; no price leaves the list as it is. */
export type KindWords = Pick<ServiceType, 'label' | 'resetsCycle'> & { unitPence: number | undefined }
type KindTarget = {
  practiceId: string
  /** The kind to change, or one removed earlier that is offered again; none adds one. */
  kind: Pick<ServiceType, 'serviceType'> | undefined
  items: readonly PriceItem[]
}

/** Records a kind of work and its line of the price list, together; its id, or false when it is gone from this device. */
export async function saveKind(
  { label, resetsCycle, unitPence }: KindWords,
  { practiceId, kind, items }: KindTarget,
): Promise<string | false> {
  const serviceType = kind?.serviceType ?? label
  const id = kindId(practiceId, serviceType)
  const words = { label, resetsCycle }
  const item = items.find((one) => one.serviceType === serviceType)
  const changes: Change[] = [
    kind
      ? { action: 'UPDATE', entity: 'service_types', id, data: { ...words, isOffered: true } }
      : { action: 'CREATE', entity: 'service_types', id, data: { serviceType, ...words }, alsoShow: { isOffered: true } },
  ]
  // What the list adds to a name ("additional") is its own, until the kind is called otherwise.
  const isRenamed = item && !item.label.startsWith(label)
  if (item && (isRenamed || unitPence !== undefined))
    changes.push({
      action: 'UPDATE',
      entity: 'price_items',
      id: item.id,
      data: { ...(isRenamed && { label }), ...(unitPence !== undefined && { unitPence }) },
    })
  if (!item && unitPence !== undefined)
    changes.push({ action: 'CREATE', entity: 'price_items', id, data: { serviceType, label, unitPence }, alsoShow: { vatRateBp: 0 } })
  return (await record(changes)) !== false && id
}

/** Stops offering a kind of work, or offers it again; false when it is no longer on this device. */
export const removeKind = async (id: string, isRemoved = true): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'service_types', id, data: { isOffered: !isRemoved } }])) !== false

/** Records a decision about one part of it; the first one makes the record. The rest of the part stays as it is. */
export async function decideMoney<P extends keyof Money>(
  user: Pick<CurrentUser, 'practice'>,
  part: P,
  change: Partial<Money[P]>,
  seen: Seen = {},
): Promise<boolean> {
  const [row] = await readRows<MoneySettings>('money_settings')
  const data = { [part]: { ...row?.[part], ...change } }
  if (row) return (await record([{ action: 'UPDATE', entity: 'money_settings', id: row.id, data, ...seen }])) !== false
  const id = moneySettingsId(user.practice.id)
  const blank = { invoicing: {}, vat: {}, bank: {}, fees: {}, tax: {} }
  return (await record([{ action: 'CREATE', entity: 'money_settings', id, data, alsoShow: { ...blank, ...data } }])) !== false
}
