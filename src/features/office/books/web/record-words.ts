import { Gauge, ReceiptText } from 'lucide-react'
import { CATEGORIES, type ExpenseCategory, METHODS } from '#features/office/books/categories.ts'
import { milesWords, VEHICLES } from '#features/office/books/mileage.ts'
import { day, joined, money, named, onDay, oneOf, plain, text, type Words } from '#platform/web/record-words.ts'

export const bookWords = {
  expenses: {
    noun: 'expense',
    title: (data) => joined('Expense', text(data.description)),
    icon: ReceiptText,
    fields: {
      spentOn: { label: 'day', read: day },
      category: { label: 'category', read: (category) => CATEGORIES[category as ExpenseCategory]?.label ?? String(category) },
      description: plain('description'),
      supplier: plain('supplier'),
      totalPence: { label: 'sum', read: money },
      vatPence: { label: 'VAT', read: money },
      method: { label: 'way it was paid', read: oneOf(METHODS) },
      memberId: named('person who entered it', 'members'),
    },
  },
  trips: {
    noun: 'line of the mileage log',
    title: (data, reading) => joined('Miles', text(data.purpose), onDay(data.onDay, reading)),
    icon: Gauge,
    fields: {
      onDay: { label: 'day', read: day },
      memberId: named('driver', 'members'),
      vehicle: { label: 'vehicle', read: oneOf(VEHICLES) },
      milesTenths: { label: 'miles', isMany: true, read: (tenths) => milesWords(Number(tenths)) },
      purpose: plain('reason'),
      fromPlace: plain('start'),
      toPlace: plain('place'),
    },
  },
} satisfies Words
