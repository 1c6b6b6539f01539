import type { Decision, Projection, ProviderItem, ProviderSource, Sources } from '../../readiness/index.ts'

/** The account provider catalogue: what is implemented, and for each format whether it may run now (§1). */
export interface Catalogue {
  readonly providers: readonly CatalogueItem[]
}

export interface CatalogueItem {
  readonly provider: string
  readonly display_name: string
  readonly implemented: boolean
  readonly capability_revision?: string
  readonly state: ProviderItem['state']
  readonly formats: readonly {
    readonly output_profile: string
    readonly required_scopes: readonly string[]
    readonly operations: readonly {
      readonly social_account_id: string
      readonly operation: 'publish_immediate' | 'publish_scheduled'
      readonly decision: Decision
    }[]
  }[]
}

/** The decisions are those of the projection, so that no two faces can differ. */
export const catalogueOf = ({ providers }: Sources, projection: Projection): Catalogue => ({
  providers: projection.providers.flatMap((item) => {
    const source = providers.find(({ id }) => id === item.provider)
    return source === undefined ? [] : [itemOf(source, item)]
  }),
})

function itemOf(source: ProviderSource, { state, profiles = [] }: ProviderItem): CatalogueItem {
  const { id, display_name, implemented, capability_revision } = source
  return {
    provider: id,
    display_name,
    implemented,
    ...(capability_revision === undefined ? {} : { capability_revision }),
    state,
    formats: source.profiles.map((format) => ({
      output_profile: format.id,
      required_scopes: format.required_scopes,
      operations: profiles
        .filter(({ output_profile }) => output_profile === format.id)
        .flatMap(({ social_account_id, immediate, scheduled }) => [
          { social_account_id, operation: 'publish_immediate' as const, decision: immediate },
          { social_account_id, operation: 'publish_scheduled' as const, decision: scheduled },
        ]),
    })),
  }
}
