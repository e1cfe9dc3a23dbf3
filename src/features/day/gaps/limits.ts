/** Issue Fill the gap: the most clients offered a slot at once. More would disappoint more than they fill. */
export const MOST_OFFERS = 5
