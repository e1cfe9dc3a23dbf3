import type { MyView } from '#app/my/views.ts'

/**
 * What each page of the portal may be made of: `horses id name; next when`, the fields of each part. Adding one here decides that every
 * owner may read it.
 */
export const SHOWN: Readonly<Record<MyView['page'], string>> = {
  card: `. slug visitId;
    card day farrierName frcNumber ownerName phone picture practiceName untilDay yardName;
    card.horses advice booked id name nextDueOn notDone photosComing plan seen;
    card.horses.photos id words;
    card.horses.plan author body day id isPlan lines reviewDay role;
    card.horses.work description id serviceType;
    card.horses.work.feet foot name words;
    card.horses.work.feet.look hasBar hasPad hasStuds isFront isShod`,
  care: `. all hasOwn withNews;
    asked by newOnly words;
    groups name;
    groups.horses detail id isEnding name news slug until`,
  'care-ended': `. day name`,
  'care-film': `. mayMeasure mayReadPatient slug;
    film day foot id name view;
    horse id name;
    others id name`,
  'care-horse': `. flags fromDay nextDay owner phone practiceName role said slug temperament untilDay yard;
    colleagues fault;
    colleagues.asked name words;
    colleagues.typed name practice to;
    files detail id isFilm name own;
    files.own isKeptUntil mayPassOn;
    horse about id markings name;
    owner name phone;
    record feetDay hasCome isWorkShown photo photosComing;
    record.files detail id name;
    record.feet foot name words;
    record.feet.look hasBar hasPad hasStuds isFront isShod;
    record.photo day id isOwn words;
    record.photos day id isOwn words;
    record.timeline advice day id seen visitId who;
    record.timeline.photos day id isOwn words;
    record.timeline.work description id serviceType;
    record.timeline.work.feet foot name words;
    record.timeline.work.feet.look hasBar hasPad hasStuds isFront isShod;
    record.upload state;
    upload accept mayKeep;
    upload.types label value`,
  'care-notes': `. fault form isClosed mayKeep practiceName role scheme slug today;
    films id name;
    horse id name;
    marks filmId foot id kind tenths words;
    notes author body day done film id isPlan keptUntil lines mayWithdraw reviewDay standing;
    notes.answers author body day id;
    notes.done day words;
    typed body feet film formId keep review;
    typed.feet NF NH OF OH;
    typed.feet.NF angle angleMark pad raise shoe sole soleMark wedge words work;
    typed.feet.NH angle angleMark pad raise shoe sole soleMark wedge words work;
    typed.feet.OF angle angleMark pad raise shoe sole soleMark wedge words work;
    typed.feet.OH angle angleMark pad raise shoe sole soleMark wedge words work`,
  closed: ``,
  code: `. address fault isSignedIn`,
  conversation: `. path;
    form closed emergencyPrice formId hasSaid isEmergency;
    shown picture practiceName price subject;
    shown.messages content id isAutoReply isOnItsWay isTheirs replyTo when;
    shown.messages.files id isPhoto name picture`,
  data: `practices name slug;
    practices.clients asked id name waiting;
    practices.clients.asked byDay onDay;
    practices.clients.details address name postcode`,
  home: `. cares;
    practices asked laterVisits name next owedPence photosAsked round slug unread;
    practices.yards id name next;
    practices.horses id name;
    practices.horses.due tone words;
    practices.next clientId horses id onDay standing when;
    practices.past id name;
    practices.past.due tone words;
    practices.round asAt cards prepLine zone;
    practices.round.stops arrivalRange callNumber callPeriod completedStops currentCallNumber id isCallComplete isCallOnly isSkipped note startTime stopsBefore title totalStops;
    practices.round.stops.arrivalRange from to was why;
    practices.round.stops.arrivalRange.was from to;
    practices.termsFor id name`,
  horse: `. due isClosed mayShare practiceName role slug words;
    due cycle tone words;
    due.cycle days dueDay lastDay passed;
    horse about id lastDay maySell name sinceDay;
    notes author body day id isPlan lines reviewDay role;
    record feetDay hasCome isWorkShown photo photosComing;
    record.feet foot name words;
    record.feet.look hasBar hasPad hasStuds isFront isShod;
    record.photo day id isOwn words;
    record.photos day id isOwn words;
    record.timeline advice day id seen visitId who;
    record.timeline.photos day id isOwn words;
    record.timeline.work description id serviceType;
    record.timeline.work.feet foot name words;
    record.timeline.work.feet.look hasBar hasPad hasStuds isFront isShod;
    record.upload clientId state takes`,
  invoice: `. hasCome hasSaid id slug takesCards;
    paper dueOn isOverdue issuedOn kind leftPence netPence note number totalPence vatPence;
    paper.asWas creditsNumber terms visit;
    paper.asWas.bank accountName accountNumber sortCode;
    paper.asWas.lines chargeId chargedOn description grossPence horseName includesVat kind netPence ownerName quantity unitPence vatPence vatRateBp;
    paper.asWas.payer address businessName isBusiness name postcode;
    paper.asWas.practice address email frcNumber name phone vatNumber;
    paper.asWas.visit location onDay title;
    paper.settled day isCredit pence words`,
  link: `. isSpent`,
  messages: `practices name slug;
    threads id isEmergency isLastTheirs last practice slug subject unread when`,
  money: `practices name slug;
    practices.payers clientId name onAccountPence owedPence;
    practices.payers.open dueOn id isOverdue leftPence number;
    practices.payers.payments id method numbers pence receivedOn;
    practices.payers.settled id issuedOn kind number totalPence`,
  'new-message': `. clientId practice subject;
    form closed emergencyPrice formId hasSaid isEmergency`,
  'no-signal': ``,
  'not-found': ``,
  'not-me': `. state`,
  privacy: `. isSignedIn`,
  service: `. choose chosen clientId fault name needsEmail price service slug text;
    chosen beginNow button facts horseIds next said terms;
    chosen.facts key rest`,
  services: `. fault isOnItsWay money practices said told;
    money hasCard late next;
    told body day how id subject;
    practices clients closed name slug;
    practices.clients id name services;
    practices.clients.services canBegin has name price service text;
    practices.clients.services.has canEnd horse id standing`,
  settings: `. calendar farriersFault fault isProven onlyPractice pushKey typed;
    devices id isCurrent isShared isTold lastSeen name;
    farriers hasTerms name slug;
    farriers.clients hides id name`,
  share: `. fault formId made mustProve practiceName preview slug whyNot;
    form days findings from photoIds purpose toName work;
    horse id name;
    made recipient subject until url words;
    photos day id isOwn words;
    preview about leftOut recipient until;
    preview.record feetDay hasCome isWorkShown photo photosComing;
    preview.record.feet foot name words;
    preview.record.feet.look hasBar hasPad hasStuds isFront isShod;
    preview.record.photo day id isOwn words;
    preview.record.photos day id isOwn words;
    preview.record.timeline advice day id seen visitId who;
    preview.record.timeline.photos day id isOwn words;
    preview.record.timeline.work description id serviceType;
    preview.record.timeline.work.feet foot name words;
    preview.record.timeline.work.feet.look hasBar hasPad hasStuds isFront isShod;
    preview.record.upload state;
    shares horse id isOpen mayEnd opened recipient shows slug standing`,
  'sign-in': `. demoFault fault isTestVersion join takes typed`,
  sharing: `. careFault hasInvited said;
    practices closed hasRecord name slug;
    practices.links horse id isOpen mayEnd opened recipient shows slug standing;
    practices.clients id name;
    practices.clients.care services;
    practices.clients.care.ended detail goesOnUntil id isAsked isEndable lines name pdf words;
    practices.clients.care.form back days fault horseIds mayContact name practice role to;
    practices.clients.care.roles costs role;
    practices.clients.care.roles.horses id name;
    practices.clients.care.rows detail goesOnUntil id isAsked isEndable lines name pdf words;
    practices.clients.care.spans label value;
    practices.clients.form fault horseId mayAnswer mustProve name role seesMoney to;
    practices.clients.horses id name;
    practices.clients.invited detail id name sees what;
    practices.clients.people detail id name sees what;
    practices.clients.photos how id is on posts withdrawnBy;
    practices.clients.photos.wording closing opening;
    practices.clients.photos.wording.uses use words;
    mine id name practice slug what`,
  sold: `. declinedDay fault over practiceName slug told toProve;
    days since today;
    horse id name;
    told onDay words;
    typed along day email name phone what words`,
  statement: `. months slug;
    paper.bank isCopied label words;
    paper.practice lines name phone;
    paper.statement clientId clientName closingPence from onAccountPence openingPence owedPence to;
    paper.statement.ages notDuePence over90Pence to30Pence to60Pence to90Pence;
    paper.statement.lines balancePence day id kind pence words;
    paper.unpaid dueOn leftPence number;
    payers id name`,
  terms: `. fault pdfPath;
    terms accepted inForce isReplaced ownerName picture practiceName termsVersion;
    terms.accepted name when;
    terms.sections text title`,
  texts: `. clientId clientName email fault isSaved isTold phone practiceName pushKey slug stoppedOn;
    wishes enableConfirmations enableReminders enableUpdates nextStopsBefore preferredChannel reminderHours`,
  visit: `. answers closed pushAsk slug;
    cancelling horses isAtOnce lines;
    pushAsk path pushKey;
    shown farrierName isOff kinds ownerName picture practiceName prepLine standing title today when yardName;
    shown.horses id name;
    shown.others id name`,
  yard: `. asAt fault hasSaid id isClosed isLapsed name practiceName prepLine slug typed zone;
    stops arrivalRange callNumber callPeriod completedStops currentCallNumber id isCallComplete isCallOnly isSkipped note startTime stopsBefore title totalStops;
    stops.arrivalRange from to was why;
    stops.arrivalRange.was from to;
    visits horses id isDone when`,
  visits: `. hasCancelled severalPractices;
    coming board horses id practice slug status when yard;
    past board horses id practice slug status when yard`,
}
