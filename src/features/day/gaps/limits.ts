/** Issue Fill the gap: so many are asked at once. More would disappoint more than they fill. */
export const MOST_OFFERS = 5
