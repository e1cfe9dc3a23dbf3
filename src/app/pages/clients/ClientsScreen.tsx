import { NextVisit } from '#app/pages/clients/NextVisit.tsx'
import { ClientsPage } from '#features/clients/web/ClientsPage.tsx'
import { ClientHorsesBadge } from '#features/horses/web/ClientHorsesBadge.tsx'
import { ClientHorsesPanel } from '#features/horses/web/ClientHorsesPanel.tsx'

/** /clients: the clients, each with their horses and next visit. */
export const ClientsScreen = () => <ClientsPage HorseCount={ClientHorsesBadge} Horses={ClientHorsesPanel} NextVisit={NextVisit} />
