import { InviteOwners } from '#app/pages/clients/InviteOwners.tsx'
import { NextVisitAt } from '#app/pages/clients/NextVisit.tsx'
import { RebookYard } from '#app/pages/yards/RebookYard.tsx'
import { useNextVisits } from '#app/pages/yards/use-next-visits.ts'
import { YardHorseCount } from '#app/pages/yards/YardHorseCount.tsx'
import { YardHorses } from '#app/pages/yards/YardHorses.tsx'
import { YardManager } from '#app/pages/yards/YardManager.tsx'
import { YardPrices } from '#app/pages/yards/YardPrices.tsx'
import { YardsPage } from '#features/records/yards/web/YardsPage.tsx'

/** /yards: the yards, each with its next visit, the horses standing there and what work there costs apart from the list. */
export const YardsScreen = () => (
  <YardsPage
    HorseCount={YardHorseCount}
    nextVisits={useNextVisits()}
    Horses={YardHorses}
    NextVisit={NextVisitAt}
    Prices={YardPrices}
    Rebook={RebookYard}
    Invite={InviteOwners}
    Manager={YardManager}
  />
)
