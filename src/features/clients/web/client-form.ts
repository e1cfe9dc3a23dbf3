import type { Client, ClientChange } from '#features/clients/contract.ts'
import type { KnownClient } from '#features/clients/web/data.ts'
import type { PickedPosition } from '#features/clients/web/PositionPicker.tsx'
import { positionOf, what3wordsOf } from '#lib/position.ts'
import { withoutBlanks } from '#platform/web/use-record-form.ts'

/** A client as the form holds it: texts as typed, references empty when none. */
export type ClientValues = {
  name: string
  phone: string
  email: string
  businessName: string
  address: string
  postcode: string
  notes: string
  isBusiness: boolean
  isActive: boolean
  preferredChannel: Client['preferredChannel']
  tags: string[]
  payerClientId: string
  position: PickedPosition | null
  what3words: string
}

/** What the form starts from. */
export const valuesOf = (client: KnownClient | undefined, name = ''): ClientValues => ({
  name: client?.name ?? name,
  phone: client?.phone ?? '',
  email: client?.email ?? '',
  businessName: client?.businessName ?? '',
  address: client?.address ?? '',
  postcode: client?.postcode ?? '',
  notes: client?.notes ?? '',
  isBusiness: client?.isBusiness ?? false,
  isActive: client?.isActive ?? true,
  preferredChannel: client?.preferredChannel ?? 'sms',
  tags: client?.tags ?? [],
  payerClientId: client?.payerClientId ?? '',
  position: pickedOf(client),
  what3words: client?.what3words ?? '',
})

/** A record's position as the picker holds it. */
export function pickedOf(record: Pick<Client, 'lat' | 'lng' | 'positionSource'> | undefined): PickedPosition | null {
  const at = positionOf(record)
  return at && { ...at, source: record?.positionSource ?? 'pasted' }
}

/** The same as it is sent: what is empty as none, the position as its parts. */
export function asSent({ position, what3words, ...values }: Partial<ClientValues>): ClientChange {
  return { ...(withoutBlanks(values) as ClientChange), ...placeAsSent({ position, what3words }) }
}

type PlaceValues = { [K in 'position' | 'what3words']?: ClientValues[K] | undefined }

/** The two places of a form, a position and three words, as they are sent; absent stays absent. */
export const placeAsSent = ({ position, what3words }: PlaceValues) => ({
  ...(position !== undefined && {
    lat: position?.lat ?? null,
    lng: position?.lng ?? null,
    positionSource: position?.source ?? null,
  }),
  ...(what3words !== undefined && { what3words: what3wordsOf(what3words) }),
})

/** Nothing, or three words. */
export const areThreeWords = (text: string): true | string =>
  text.trim() === '' || what3wordsOf(text) !== null || 'Three words with dots between them, such as filled.count.soap'
