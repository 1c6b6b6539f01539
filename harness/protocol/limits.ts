/** Every number of §8 and of the rulings, named once. Sizes in bytes, times in milliseconds unless the name says otherwise. */
export const limits = {
  /** §8, R4: body as received. */
  responseBytes: 1_048_576,
  /** §2.4, §8. */
  idLength: 128,
  /** §2.6, §8. */
  accountsMin: 1,
  /** §2.6, §8. */
  accountsMax: 100,
  /** §2.9, §8. */
  pollMinSeconds: 1,
  /** §2.9, §8. */
  pollMaxSeconds: 3600,
  /** §2.9, §8: one leap year. */
  ttlMaxSeconds: 31_622_400,
  /** §2.4, §8: both bounds of every profile. */
  mediaItems: 0,

  /** R4: the largest refused request. */
  refusedRequestBytes: 200_000,
  /** R4. */
  unknownSettings: 400,
  /** R4. */
  unknownMembers: 400,
  /** R4: length of refused content, title and description. */
  refusedTextLength: 100_000,
  /** R4: strings of a destination answer that are inflated, one operation each. */
  inflatedStrings: 8,
  /** R4: how deep in the answer they are looked for. */
  inflatedDepth: 3,
  /** R4. */
  inflatedBytes: 2_097_152,
  /** R4. */
  destinationErrorBytes: 5_242_880,

  /** R5, must. */
  healthWithinMs: 30_000,
  /** R5, should. */
  healthPromptMs: 15_000,
  /** R5, must: from the beginning of an outage to a non-2xx health. */
  healthDownWithinMs: 20_000,
  /** R5, must: from the end of an outage to `ready`. */
  healthUpWithinMs: 60_000,
  /** R5, must: publish and lookup. */
  operationWithinMs: 60_000,
  /** R5, should: publish and lookup. */
  operationPromptMs: 20_000,

  /** R7: longer limits are not tried out. */
  boundaryTextLength: 100_000,
  /** R7: profiles driven unless the configuration names others. */
  profiles: 8,
  /** R12, should. */
  largeBodyBytes: 2_097_152,
  /** R14. */
  operationIdMin: 16,
  /** R14. */
  operationIdMax: 64,
} as const
