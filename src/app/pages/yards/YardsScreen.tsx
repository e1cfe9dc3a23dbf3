import { NextVisitAt } from '#app/pages/clients/NextVisit.tsx'
import { RebookYard } from '#app/pages/yards/RebookYard.tsx'
import { YardHorseCount } from '#app/pages/yards/YardHorseCount.tsx'
import { YardHorses } from '#app/pages/yards/YardHorses.tsx'
import { YardsPage } from '#features/yards/web/YardsPage.tsx'

/** /yards: the yards, each with its next visit and the horses standing there. */
export const YardsScreen = () => <YardsPage HorseCount={YardHorseCount} Horses={YardHorses} NextVisit={NextVisitAt} Rebook={RebookYard} />
