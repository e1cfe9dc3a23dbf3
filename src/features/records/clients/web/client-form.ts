import type { Client, ClientChange } from '#features/records/clients/contract.ts'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import { type PlaceValues, placeAsSent, placeValuesOf } from '#lib/position-form.ts'
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
} & PlaceValues

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
  ...placeValuesOf(client),
})

/** The same as it is sent: what is empty as none, the position as its parts. */
export const asSent = ({ position, what3words, ...values }: Partial<ClientValues>): ClientChange => ({
  ...(withoutBlanks(values) as ClientChange),
  ...placeAsSent({ position, what3words }),
})
