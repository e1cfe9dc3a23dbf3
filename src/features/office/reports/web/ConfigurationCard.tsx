import type { ReportQuery, ReportRange, ReportType } from '#features/office/reports/contract.ts'
import { RANGES, REPORTS } from '#features/office/reports/rules.ts'
import type { Changes } from '#features/office/reports/web/use-report.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { HorsePicker } from '#features/records/horses/web/HorsePicker.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

type Props = {
  query: ReportQuery
  types: readonly ReportType[]
  errors: { from?: string; to?: string }
  onChange: (changes: Changes) => void
}

const RANGE_OPTIONS = Object.entries(RANGES).map(([value, label]) => ({ value, label }))
const ONLY = { due: 'Overdue and due soon', owing: 'Who owes something' } as const

/** Spec §2 Reports, report configuration: report type, date range, optional client, optional horse. Each choice applies at once. */
export function ConfigurationCard({ query, types, errors, onChange }: Props) {
  const { type, range, clientId, horseId, only } = query
  return (
    <Card title="Report configuration">
      <div className="grid gap-3 p-4 sm:grid-cols-2 md:grid-cols-1">
        <Field label="Report type" help={REPORTS[type].text}>
          <Select
            value={type}
            options={types.map((value) => ({ value, label: REPORTS[value].label }))}
            onChange={(event) => onChange({ type: event.target.value as ReportType })}
          />
        </Field>
        <Field label="Date range">
          <Select value={range} options={RANGE_OPTIONS} onChange={(event) => onChange({ range: event.target.value as ReportRange })} />
        </Field>
        {range === 'custom' && <CustomDays query={query} errors={errors} onChange={onChange} />}
        <Field label="Client" optional>
          <ClientPicker
            value={clientId}
            placeholder="All clients"
            onChange={(chosen) => onChange({ clientId: chosen ?? undefined, horseId: undefined })}
          />
        </Field>
        <Field label="Horse" optional>
          <HorsePicker
            value={horseId}
            clientId={clientId ?? null}
            placeholder="All horses"
            onChange={(chosen) => onChange({ horseId: chosen ?? undefined })}
          />
        </Field>
        {only && (
          <div>
            <Chip pressed onPressedChange={() => onChange({ only: undefined })}>
              {ONLY[only]}
            </Chip>
          </div>
        )}
      </div>
    </Card>
  )
}

const CustomDays = ({ query, errors, onChange }: Omit<Props, 'types'>) => (
  <>
    <Field label="From" error={errors.from}>
      <DateInput looks="back" value={query.from ?? ''} onChange={(event) => onChange({ from: event.target.value })} />
    </Field>
    <Field label="To" error={errors.to}>
      <DateInput looks="back" value={query.to ?? ''} onChange={(event) => onChange({ to: event.target.value })} />
    </Field>
  </>
)
