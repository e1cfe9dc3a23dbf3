import { useEffect, useState } from 'react'
import type { GaitRefusal, GaitTable } from '#features/evidence/gait/table.ts'
import { Beside, type BesideFile } from '#features/evidence/gait/web/Beside.tsx'
import { Measured } from '#features/evidence/gait/web/Measured.tsx'
import { readApart } from '#features/evidence/gait/web/read-apart.ts'
import { ErrorState } from '#ui/EmptyState.tsx'
import { FullScreen } from '#ui/FullScreen.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = {
  /** The table as it was filed: .csv, in any encoding. */
  blob: Blob
  title: string
  subtitle: string
  /** Reports and videos of the same horse: fetched when one is chosen. */
  beside: readonly BesideFile[]
  onClose: () => void
}

/**
 * A gait analysis over the whole screen: the columns of its table as lines, their least, mean and greatest, and a report or video beside it.
 * Everything happens on this device, and nothing changes the file. Load it with `lazy()`.
 */
export const GaitPanel = ({ blob, title, subtitle, beside, onClose }: Props) => (
  <FullScreen title={title} subtitle={subtitle} onClose={onClose}>
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain xl:flex-row xl:overflow-hidden">
      <div className="min-w-0 px-4 py-4 md:px-6 xl:flex-1 xl:overflow-y-auto">
        <Read blob={blob} />
      </div>
      {beside.length > 0 && <Beside files={beside} />}
    </div>
  </FullScreen>
)

function Read({ blob }: { blob: Blob }) {
  const table = useGaitTable(blob)
  if (table === undefined) return <SkeletonRows label="Reading the file..." />
  if ('refusal' in table) return <ErrorState title="Nothing to plot">{table.refusal}</ErrorState>
  return <Measured table={table} />
}

function useGaitTable(blob: Blob): GaitTable | GaitRefusal | undefined {
  const [table, setTable] = useState<GaitTable | GaitRefusal>()
  useEffect(() => {
    const { table, stop } = readApart(blob)
    void table.then(setTable)
    return () => {
      stop()
      setTable(undefined)
    }
  }, [blob])
  return table
}
