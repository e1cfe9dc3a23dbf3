import { FileText, type LucideIcon, Sheet, Table2 } from 'lucide-react'
import type { ReportFormat } from '#features/office/reports/contract.ts'
import { FORMATS } from '#features/office/reports/rules.ts'
import { Button } from '#ui/Button.tsx'

const ICONS: Readonly<Record<ReportFormat, LucideIcon>> = { pdf: FileText, csv: Table2, excel: Sheet }

type Props = { busy: ReportFormat | undefined; disabled: boolean; onExport: (format: ReportFormat) => void }

/** Spec §2 Reports, Export Options: PDF, CSV, Excel. */
export const ExportButtons = ({ busy, disabled, onExport }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
  <div role="group" aria-label="Export Options" className="flex flex-wrap gap-2">
    {(Object.keys(FORMATS) as ReportFormat[]).map((format) => (
      <Button
        key={format}
        icon={ICONS[format]}
        busy={busy === format}
        busyLabel={FORMATS[format].label}
        disabled={disabled}
        onClick={() => onExport(format)}
      >
        {FORMATS[format].label}
      </Button>
    ))}
  </div>
)
