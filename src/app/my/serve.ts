import { openPainter } from '#app/my/painting.ts'
import { serveMyCalendar } from '#app/my/serve-calendar.ts'
import { serveMyCard } from '#app/my/serve-card.ts'
import { serveMyCare } from '#app/my/serve-care.ts'
import { serveMyCareFiles } from '#app/my/serve-care-files.ts'
import { serveCareNotes } from '#app/my/serve-care-notes.ts'
import { serveColleagues } from '#app/my/serve-colleagues.ts'
import { serveMyConversation } from '#app/my/serve-conversation.ts'
import { serveMyCopy } from '#app/my/serve-copy.ts'
import { serveMyData } from '#app/my/serve-data.ts'
import { serveMyDemo } from '#app/my/serve-demo.ts'
import { serveMyFiles } from '#app/my/serve-files.ts'
import { serveMyHome } from '#app/my/serve-home.ts'
import { serveMyHorse } from '#app/my/serve-horse.ts'
import { serveInvitations } from '#app/my/serve-invitations.ts'
import { serveLooking } from '#app/my/serve-looking.ts'
import { serveMatches } from '#app/my/serve-matches.ts'
import { serveMyMessages } from '#app/my/serve-messages.ts'
import { serveMyMoney } from '#app/my/serve-money.ts'
import { serveMyServices } from '#app/my/serve-services.ts'
import { serveMySettings } from '#app/my/serve-settings.ts'
import { serveMyShare } from '#app/my/serve-share.ts'
import { serveMySharing } from '#app/my/serve-sharing.ts'
import { serveSignIn } from '#app/my/serve-sign-in.ts'
import { serveMySold } from '#app/my/serve-sold.ts'
import { serveMyStatement } from '#app/my/serve-statement.ts'
import { serveMyTerms } from '#app/my/serve-terms.ts'
import { serveMyTexts } from '#app/my/serve-texts.ts'
import { serveMyVisit } from '#app/my/serve-visit.ts'
import { serveMyVisits } from '#app/my/serve-visits.ts'
import { serveMyYard } from '#app/my/serve-yard.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'

/** The portal: what people outside the practices see once they are signed in. */
export async function serveMy(app: App, built: BuiltPage) {
  const page = { app, paint: await openPainter(built) }
  serveMyData(page)
  serveMyHome(page)
  serveMyVisits(page)
  serveMyVisit(page)
  serveMyMoney(page)
  serveMyStatement(page)
  serveMyTerms(page)
  serveMyTexts(page)
  serveMyMessages(page)
  await serveMyConversation(page)
  serveMatches(page)
  serveInvitations(page)
  serveMySettings(page)
  serveMyCalendar(page)
  serveMySharing(page)
  serveMyServices(page)
  serveSignIn(page)
  serveMyDemo(page)
  serveLooking(page)
  serveMyHorse(page)
  serveMyShare(page)
  serveMySold(page)
  serveMyFiles(page)
  serveMyCard(page)
  serveMyCare(page)
  serveMyCareFiles(page)
  serveCareNotes(page)
  serveColleagues(page)
  serveMyYard(page)
  serveMyCopy(page)
}
