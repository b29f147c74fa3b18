import type {
  CategoryRange,
  PolicyDocument,
  PolicyLayer,
  PolicyVersionState,
} from '@florin/contract/cards/policies/spend-rules';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** The rows of spend policies. Triggers keep the arrays `policy_versions` of program, business and card. */
export interface PolicySchema {
  spend_policy: {
    id: string;
    layer: PolicyLayer;
    program_id: string | null;
    business_id: string | null;
    card_group_id: string | null;
    chain_id: string | null;
    name: string;
    created_at: Date;
    created_by: string | null;
    is_card_limit: Generated<boolean>;
  };
  spend_policy_version: {
    id: GeneratedAlways<number>;
    policy_id: string;
    number: number;
    state: PolicyVersionState;
    document: JSONColumnType<PolicyDocument>;
    based_on: number | null;
    note: string | null;
    created_at: Date;
    created_by: string | null;
    shadow_from: Date | null;
    valid_from: Date | null;
    valid_until: Date | null;
  };
  merchant_category_group: {
    id: string;
    business_id: string;
    name: string;
    ranges: JSONColumnType<CategoryRange[]>;
    created_at: Date;
    updated_at: Date;
  };
}
