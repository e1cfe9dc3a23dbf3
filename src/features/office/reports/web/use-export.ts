import { useEffect, useState } from 'react'
import type { ReportFormat, ReportQuery } from '#features/office/reports/contract.ts'
import { isUnderWay, reportHref, useMadeReports, useMakeReport } from '#features/office/reports/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { fetchFile } from '#platform/web/device/save-file.ts'
import { toast } from '#ui/toast-store.ts'

/** Requests reports and downloads each when it is ready, as long as the screen is open; after that it stays among the files. */
export function useExport() {
  const start = useMakeReport()
  const { data } = useMadeReports()
  const [wanted, setWanted] = useState<{ id: string; format: ReportFormat }>()
  const it = wanted && data?.find(({ id }) => id === wanted.id)
  useEffect(() => {
    if (!wanted || !data || (it && isUnderWay(it))) return
    setWanted(undefined)
    if (it?.state === 'done') save(reportHref(it), it.fileName)
    else if (it) toast({ title: "The report couldn't be made", description: it.problem ?? 'Try again.', variant: 'destructive' })
  }, [wanted, data, it])
  const begin = (query: ReportQuery, format: ReportFormat) =>
    start.mutate(
      { ...query, format },
      {
        onSuccess: ({ id }) => setWanted({ id, format }),
        onError: (fault) => toast({ title: "The report couldn't be made", description: sentenceOf(fault), variant: 'destructive' }),
      },
    )
  return { begin, busy: start.isPending ? start.variables.format : wanted?.format }
}

function save(href: string, name: string) {
  fetchFile({ name, href })
  toast({ title: 'Report ready', description: `${name} is in your downloads.` })
}
