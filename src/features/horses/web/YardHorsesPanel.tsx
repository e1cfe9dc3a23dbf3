import { useHorses } from '#features/horses/web/data.ts'
import { HorseRows } from '#features/horses/web/HorseRows.tsx'

/** The horses standing at a yard, each leading to its record. */
export const YardHorsesPanel = ({ yardId }: { yardId: string }) => (
  <HorseRows
    title="Horses here"
    showsOwner
    horses={useHorses()?.filter((horse) => horse.yardId === yardId)}
    none="No horse stands here. Choose this yard on a horse's own form."
  />
)
