import { PoundSterling } from 'lucide-react'
import { joined, money, named, nameIn, plain, text, type Words, whole } from '#platform/web/record-words.ts'

export const priceWords = {
  price_items: {
    noun: 'price',
    title: (data) => joined('Price', text(data.label)),
    icon: PoundSterling,
    href: () => '/settings/prices',
    fields: {
      serviceType: plain('work'),
      label: plain('name'),
      unitPence: { label: 'price', read: money },
      vatRateBp: { label: 'VAT', read: (rate) => `${Number(rate) / 100} %` },
    },
  },
  price_overrides: {
    noun: 'agreed price',
    title: (data, reading) =>
      joined(
        'Agreed price',
        nameIn(reading, 'horses', data.horseId) || nameIn(reading, 'clients', data.clientId) || nameIn(reading, 'yards', data.yardId),
      ),
    icon: PoundSterling,
    fields: {
      priceItemId: named('work', 'price_items'),
      clientId: named('client', 'clients'),
      horseId: named('horse', 'horses'),
      yardId: named('yard', 'yards'),
      unitPence: { label: 'agreed price', read: money },
    },
  },
  money_settings: {
    noun: 'money settings',
    title: () => 'Money settings',
    icon: PoundSterling,
    href: () => '/settings/money',
    fields: {
      invoicing: { label: 'rules of invoicing', isMany: true, read: whole },
      vat: { label: 'rules of VAT', isMany: true, read: whole },
      bank: { label: 'bank details', isMany: true, read: whole },
      fees: { label: 'rules of fees', isMany: true, read: whole },
      tax: { label: 'rules of tax', isMany: true, read: whole },
    },
  },
} satisfies Words
