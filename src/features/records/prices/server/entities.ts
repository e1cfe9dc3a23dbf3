import '#features/records/prices/server/tables.ts'
import { overrideId, priceItemId } from '#features/records/prices/rules.ts'
import { priceItemSync, priceOverrideSync } from '#features/records/prices/server/service.ts'
import { moneySettingsSync } from '#features/records/prices/server/settings.ts'
import { moneySettingsId } from '#features/records/prices/settings.ts'
import type { Entities } from '#platform/server/entity.ts'

export const priceEntities = {
  price_items: {
    sync: priceItemSync,
    journal: {
      kind: 'practice',
      noun: 'the price list',
      title: ({ verb, named }) => `Price of ${named} ${verb === 'added' ? 'set' : 'changed'}`,
    },
    holding: 'of the practice',
    namesClient: [],
    derivedId: ({ practice_id, service_type }) => practice_id && priceItemId(practice_id, service_type ?? ''),
  },
  /** When two clients are made one, the kept one keeps the prices they have (`takePrices`). */
  price_overrides: {
    sync: priceOverrideSync,
    journal: { kind: 'practice', noun: 'an agreed price' },
    holding: {
      words: ['price agreed with them', 'prices agreed with them'],
      with: ['client_id', 'horse_id', 'yard_id'],
      kept: { columns: ['price_item_id', 'client_id', 'horse_id', 'yard_id', 'unit_pence'] },
    },
    namesClient: [],
    derivedId: ({ price_item_id, client_id, horse_id, yard_id }) =>
      price_item_id && overrideId(price_item_id, client_id ?? horse_id ?? yard_id ?? ''),
  },
  money_settings: {
    sync: moneySettingsSync,
    journal: { kind: 'practice', noun: 'the money settings' },
    holding: 'of the practice',
    namesClient: [],
    derivedId: ({ practice_id }) => practice_id && moneySettingsId(practice_id),
  },
} satisfies Entities
