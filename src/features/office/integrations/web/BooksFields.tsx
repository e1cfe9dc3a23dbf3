import type { Books, PapersFrom } from '#features/office/integrations/contract.ts'
import { usePapersFrom } from '#features/office/integrations/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

export type BooksChoice = { books: Books; booksFrom: Day }
type Props = { id: string; vendor: string; value: BooksChoice; onChange: (value: BooksChoice) => void }

const CHOICES: readonly { value: Books; label: string }[] = [
  { value: 'invoices', label: 'Invoices only, tell me what’s paid' },
  { value: 'payments', label: 'Invoices and payments' },
]
const HELP: Readonly<Record<Books, (vendor: string) => string>> = {
  invoices: (vendor) => `For books that your bank feeds: what's paid in ${vendor} comes here, to match beside your bank lines.`,
  payments: (vendor) =>
    `What you write down as paid goes too, into your main account in ${vendor}. With a bank feed it would be there twice.`,
}

/** What goes to accounting, and from which day on, with how many that are. */
export function BooksFields({ id, vendor, value, onChange }: Props) {
  const papers = usePapersFrom(id, value.booksFrom)
  return (
    <>
      <Field label="What goes there" help={HELP[value.books](vendor)}>
        <Select value={value.books} options={CHOICES} onChange={(event) => onChange({ ...value, books: event.target.value as Books })} />
      </Field>
      <Field label="From which day on" help={papers.data ? countWords(papers.data) : papers.isError ? UNCOUNTED : 'Counting...'}>
        <DateInput
          value={value.booksFrom}
          onChange={(event) => event.target.value && onChange({ ...value, booksFrom: event.target.value })}
        />
      </Field>
    </>
  )
}

const UNCOUNTED = "By the day they were issued. How many that are can't be counted without signal."

function countWords({ invoices, credits, pence }: PapersFrom): string {
  if (invoices + credits === 0) return 'None issued since then: the next one you issue is the first to go.'
  const notes = credits === 0 ? '' : `, and ${many(credits, 'credit note')}`
  return `${many(invoices, 'invoice')} for ${pounds(pence)}${notes} ${invoices + credits === 1 ? 'goes' : 'go'} there.`
}

const many = (count: number, noun: string) => `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
