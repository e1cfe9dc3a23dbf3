import type { PublicStop } from '#features/day/round/contract.ts'
import { StopPosition } from '#features/day/round/page/StopPosition.tsx'
import { hear } from '#features/day/round/page/seen-stop.ts'

/** A stop on a page that is painted once: it compares with nothing that was shown before. */
export const PaintedStop = ({ stop, asAt, zone }: { stop: PublicStop; asAt: string; zone: string }) => (
  <StopPosition stop={stop} seen={hear(null, stop)} asAt={asAt} zone={zone} />
)
