// Generated from spec/ by `npm run generate`. Do not edit.
export type Approval = {
  /** The number of the change, for example CHG-20418. */
  change?: string | undefined;
  approver?: string | undefined;
};

export type Rating = "high" | "medium" | "low";

export type AssetFields = {
  name: string;
  cyber_system_id: string;
  asset_type: string;
};

/** The name of a system and of its facility or control center. */
export type SystemName = {
  name: string;
  site: string;
};

/** Proves that a source owns an asset. */
export type Claim = {
  /** `updated_at` of the asset after the last write of this source. */
  updated_at: string;
  /** Another writer may own the asset too: this source changes it and does not delete it. */
  contested?: true | undefined;
};

/** The state of a source: which asset each of its keys is. */
export type State = {
  version: 1;
  source: string;
  /** Base address. */
  server: string;
  /** Slug; null when the server does not return one. */
  organization: string | null;
  /** Grows by one with each apply. A plan for an earlier serial is stale. */
  serial: number;
  /** Maps source keys to asset ids. */
  assets: Record<string, string>;
  /** Maps asset ids to proofs of ownership. */
  claims?: Record<string, Claim> | undefined;
  /** Maps source keys to the assets that the source deleted last. A restored backup has them again. */
  deleted?: Record<string, string> | undefined;
};

export type RowFault = {
  line: number;
  /** JSON: the number of the row in its list, because a file may be one line. */
  row?: number | undefined;
  /** Absent when the key cannot be read. */
  key?: string | undefined;
  message: string;
};

/** Rows that the map excludes, or that are outside the scope. */
export type LeftOut = {
  reason: string;
  rows: number;
};

/** The rows of a source: `read` is the sum of the others. */
export type RowCounts = {
  read: number;
  taken: number;
  left_out: (LeftOut)[];
  /** Rows with a fault or a conflict, and rows that may be renames. */
  not_synced: number;
};

export type PossibleRename = {
  key: string;
  line: number;
  name: string;
  /** The asset that the row may be. */
  id: string;
  current: string;
};

/** An asset that the source owns and no longer contains, and that the plan does not delete. */
export type KeptAsset = {
  key: string;
  id: string;
  name: string;
};

export type Create = {
  operation: "create";
  key: string;
  line?: number | undefined;
  after: AssetFields;
  rating: {
    after: Rating;
  };
  note?: string | undefined;
};

export type Update = {
  operation: "update";
  key: string;
  line?: number | undefined;
  id: string;
  before: AssetFields;
  after: AssetFields;
  rating: {
    before: Rating;
    after: Rating;
  };
  note?: string | undefined;
  /** Of the asset when the plan was made. */
  updated_at?: string | undefined;
  /** The source overwrites another writer's change, so its claim becomes contested. */
  contested?: true | undefined;
};

export type Delete = {
  operation: "delete";
  key: string;
  id: string;
  before: AssetFields;
  rating: {
    before: Rating;
  };
  note?: string | undefined;
  /** Of the asset when the plan was made. */
  updated_at?: string | undefined;
};

export type PlannedChange = Create | Update | Delete;

/** Makes the source an owner of an existing asset, or replaces the key of an owned asset. Writes nothing. */
export type Adoption = {
  key: string;
  /** The previous key, which is no longer in the source. */
  former_key?: string | undefined;
  line?: number | undefined;
  id: string;
  name: string;
  /** Of the asset when the plan was made: its new claim. Absent when the source has a claim, or writes the asset. */
  updated_at?: string | undefined;
  /** Only the name shows that the asset is the source's own. */
  contested?: true | undefined;
};

export type SourceOfPlan = {
  name: string;
  /** The file, or the receipt that is undone. */
  file: string;
  digest: string;
  map?: {
    file: string;
    digest: string;
  } | undefined;
  /** Absent in an undo. */
  rows?: RowCounts | undefined;
};

export type Plan = {
  version: 1;
  /** SHA-256 of all other properties but the HMAC. */
  id: string;
  made_at: string;
  made_by: string;
  server: string;
  organization: string | null;
  /** The id of the plan that this plan undoes. */
  undoes?: string | undefined;
  approval?: Approval | undefined;
  source: SourceOfPlan;
  state: {
    /** Relative to the folder of the plan, so that both can move together. */
    file: string;
    serial: number;
  };
  scope: (string)[];
  /** The names of the systems in the changes, by id. */
  systems?: Record<string, SystemName> | undefined;
  changes: (PlannedChange)[];
  adoptions: (Adoption)[];
  /** Assets of the source that it owns alone from now on. */
  claimed?: (Adoption)[] | undefined;
  /** Marks that end the claims of other sources. */
  claims?: (Update)[] | undefined;
  /** Keys to remove from the state. */
  forgotten: (string)[];
  /** Assets without changes. The digest proves after the apply that they are still unchanged. */
  unchanged: {
    ids: (string)[];
    digest: string;
  };
  kept: (KeptAsset)[];
  faults: (RowFault)[];
  conflicts: (RowFault)[];
  possible_renames: (PossibleRename)[];
  /** Present when the plan was written with SYNC_SECRET. */
  hmac?: string | undefined;
};

/** `already`: another writer had made the change. `stale`: the asset changed after the plan. */
export type Outcome = "done" | "already" | "stale" | "failed" | "skipped";

export type JournalHeader = {
  phase: "apply";
  at: string;
  version: 1;
  plan: string;
  plan_file: string;
  by: string;
  approval?: Approval | undefined;
};

export type Begun = {
  phase: "begin";
  at: string;
  step: number;
  request_id: string;
  idempotency_key?: string | undefined;
  /** When the asset was as planned, by the server's clock. */
  server_time?: string | undefined;
};

export type Ended = {
  phase: "end";
  at: string;
  step: number;
  outcome: Outcome;
  /** The id of the asset. */
  id?: string | undefined;
  /** Present after a confirmed write of this step. */
  claim?: Claim | undefined;
  message?: string | undefined;
  attempts?: number | undefined;
  waited_ms?: number | undefined;
};

/** The process ended normally and wrote the state. */
export type Closed = {
  phase: "closed";
  at: string;
};

export type JournalEntry = Begun | Ended | Closed;

/** The comparison of a last list of the assets with the plan. */
export type Proof = {
  /** When the list was read. */
  at: string;
  assets: number;
  digest: string;
  /** Every change that was made is in the list. */
  changes_hold: boolean;
  /** Assets without changes are still as planned. */
  unchanged_hold: boolean;
};

/** `pending`: not begun. `doubt`: begun, with an unknown result. */
export type StepState = "done" | "already" | "stale" | "failed" | "skipped" | "pending" | "doubt";

export type ReceiptChange = PlannedChange & {
  outcome: StepState;
  /** When the step ended. */
  at?: string | undefined;
  asset_id?: string | undefined;
  message?: string | undefined;
  /** Absent when another writer had made the change. */
  request_id?: string | undefined;
  /** The name of the asset during an exchange of names, and the request that set it. */
  temporary_name?: {
    name: string;
    request_id: string;
  } | undefined;
  attempts: number;
  waited_ms: number;
};

export type Receipt = {
  version: 1;
  plan: string;
  undoes?: string | undefined;
  server: string;
  organization: string | null;
  approval?: Approval | undefined;
  source: SourceOfPlan;
  state: {
    file: string;
  };
  scope: (string)[];
  planned_by: string;
  planned_at: string;
  applied_by: string;
  started_at: string;
  ended_at: string;
  /** The inventory matches the source, and the proof shows it. */
  converged: boolean;
  exit_status: number;
  /** Why the apply ended early. */
  stopped?: string | undefined;
  counts: {
    done: number;
    already: number;
    stale: number;
    failed: number;
    skipped: number;
    pending: number;
    doubt: number;
  };
  retries: number;
  waited_ms: number;
  proof: Proof | null;
  adopted: (Adoption)[];
  /** The names of the systems in the changes, by id. */
  systems?: Record<string, SystemName> | undefined;
  changes: (ReceiptChange)[];
  /** Writes that changed no field. */
  claims?: (ReceiptChange)[] | undefined;
  kept: (KeptAsset)[];
  /** Rows that could not be synced. */
  not_synced: {
    faults: (RowFault)[];
    conflicts: (RowFault)[];
    possible_renames: (PossibleRename)[];
  };
  /** Present when the receipt was written with SYNC_SECRET. */
  hmac?: string | undefined;
};

/** The properties of a receipt that `sync undo` reads. */
export type UndoneReceipt = {
  plan: string;
  server: string;
  source: SourceOfPlan;
  state: {
    file: string;
  };
  changes: (PlannedChange)[];
  adopted: (Adoption)[];
};

/** The column of a field, or a rule for its values. */
export type FieldMapping = string | {
  /** The column with the value. Of several columns, the first that is not empty. */
  column?: Columns | undefined;
  /** A constant value for every row. */
  value?: MapText | undefined;
  /** Translates values of the source. Default: values stay unchanged. */
  values?: Record<string, MapText> | undefined;
  /** The meaning of every value that `values` does not list. */
  other?: MapText | undefined;
  /** The meaning of an empty cell. */
  empty?: MapText | undefined;
};

export type MapText = string;

export type Columns = string | (MapText)[];

export type RowRule = {
  column: Columns;
  values: (string | number | boolean)[];
};

export type SyncMap = {
  /** The name of the source as an owner of assets, and how to read its file. */
  source: {
    name: string;
    /** Default: by the extension of the file. */
    format?: "csv" | "json" | "ndjson" | undefined;
    encoding?: "utf-8" | "windows-1252" | "iso-8859-1" | "utf-16le" | "utf-16be" | undefined;
    delimiter?: string | undefined;
    /** JSON: the key of the list. */
    rows?: MapText | undefined;
  };
  /** The column with the key of an asset. A key must not change, even when the asset is renamed. */
  key: MapText;
  fields: {
    name: FieldMapping;
    asset_type: FieldMapping;
    cyber_system: FieldMapping;
    site?: FieldMapping | undefined;
  };
  /** Rows to sync: those that match all `only` rules and no `except` rule. */
  only?: (RowRule)[] | undefined;
  except?: (RowRule)[] | undefined;
  /** How the first sync matches names to existing assets. */
  adopt?: "exact" | "ignore-case" | undefined;
};

/** A signed statement of where the log of an organization ended at a time. */
export type Checkpoint = {
  version: 1;
  organization: string;
  slug: string;
  /** The last entry. */
  sequence: number;
  /** The hash of the last entry. */
  head: string;
  /** The time of the checkpoint. */
  time: string;
  /** The first 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER). */
  keyId: string;
  /** Base64, over `signedText`. */
  signature: string;
};

export type HarHeader = {
  name: string;
  value: string;
};

/** `comment`: the body is binary, or only its beginning was recorded. */
export type HarContent = {
  /** Of the whole body, in bytes. -1 if it is not known. */
  size?: number | undefined;
  mimeType?: string | undefined;
  text?: string | undefined;
  comment?: string | undefined;
  encoding?: string | undefined;
  /** The fields of a form. */
  params?: ({
    name: string;
    value?: string | undefined;
  })[] | undefined;
  /** JSON with every field of a body of which `text` is the beginning. Only recordings of a sandbox have it. */
  _outline?: string | undefined;
};

export type HarEntry = {
  startedDateTime: string;
  time?: number | null | undefined;
  /** The time in the recorded world. Only recordings of a sandbox have it. */
  _now?: string | undefined;
  /** The world was reset before the call. Only recordings of a sandbox have it. */
  _reset?: true | undefined;
  /** The id of the user for whom the key acted. Only recordings of a sandbox have it. */
  _user?: string | undefined;
  /** The key of the call, also a rejected one. Only recordings of a sandbox have it. */
  _key?: {
    id: string;
    access?: "full" | "read_only" | undefined;
    /** Why the server rejected the key, for example `revoked`. */
    rejection?: string | undefined;
  } | undefined;
  /** The scripted fault that the call met. Only recordings of a sandbox have it. */
  _fault?: {
    status?: number | undefined;
    drop?: "before" | "after" | undefined;
    body?: "html" | "cut" | "slow" | undefined;
  } | undefined;
  request: {
    method: string;
    url: string;
    headers: (HarHeader)[];
    bodySize?: number | undefined;
    postData?: HarContent | undefined;
  };
  response: {
    status: number;
    headers: (HarHeader)[];
    content: HarContent;
  };
};

/** The records and the clock of a new world. */
export type HarWorld = {
  id?: string | undefined;
  from: string | Record<string, unknown>;
  now?: string | null | undefined;
  /** The id of the first key of the world. */
  key?: string | undefined;
  /** How many calls the world had before the first recorded one, after a removal of calls. */
  missing?: number | undefined;
};

/** JSON Schemas of whole files. */
export const SCHEMAS = {
  "State": {
    "type": "object",
    "required": [
      "version",
      "source",
      "server",
      "organization",
      "serial",
      "assets"
    ],
    "properties": {
      "version": {
        "const": 1
      },
      "source": {
        "type": "string"
      },
      "server": {
        "type": "string"
      },
      "organization": {
        "type": [
          "string",
          "null"
        ]
      },
      "serial": {
        "type": "integer",
        "minimum": 0
      },
      "assets": {
        "type": "object",
        "additionalProperties": {
          "type": "string",
          "pattern": "^ca_"
        }
      },
      "claims": {
        "type": "object",
        "additionalProperties": {
          "type": "object",
          "required": [
            "updated_at"
          ],
          "properties": {
            "updated_at": {
              "type": "string"
            },
            "contested": {
              "const": true
            }
          }
        }
      },
      "deleted": {
        "type": "object",
        "additionalProperties": {
          "type": "string",
          "pattern": "^ca_"
        }
      }
    }
  },
  "Plan": {
    "type": "object",
    "required": [
      "version",
      "id",
      "made_at",
      "made_by",
      "server",
      "organization",
      "source",
      "state",
      "scope",
      "changes",
      "adoptions",
      "forgotten",
      "unchanged",
      "kept",
      "faults",
      "conflicts",
      "possible_renames"
    ],
    "properties": {
      "version": {
        "const": 1
      },
      "id": {
        "type": "string"
      },
      "made_at": {
        "type": "string"
      },
      "made_by": {
        "type": "string"
      },
      "server": {
        "type": "string"
      },
      "organization": {
        "type": [
          "string",
          "null"
        ]
      },
      "undoes": {
        "type": "string"
      },
      "approval": {
        "type": "object",
        "properties": {
          "change": {
            "type": "string"
          },
          "approver": {
            "type": "string"
          }
        }
      },
      "source": {
        "type": "object",
        "required": [
          "name",
          "file",
          "digest"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "file": {
            "type": "string"
          },
          "digest": {
            "type": "string"
          },
          "map": {
            "type": "object",
            "required": [
              "file",
              "digest"
            ],
            "properties": {
              "file": {
                "type": "string"
              },
              "digest": {
                "type": "string"
              }
            }
          },
          "rows": {
            "type": "object",
            "required": [
              "read",
              "taken",
              "left_out",
              "not_synced"
            ],
            "properties": {
              "read": {
                "type": "integer"
              },
              "taken": {
                "type": "integer"
              },
              "left_out": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "reason",
                    "rows"
                  ],
                  "properties": {
                    "reason": {
                      "type": "string"
                    },
                    "rows": {
                      "type": "integer"
                    }
                  }
                }
              },
              "not_synced": {
                "type": "integer"
              }
            }
          }
        }
      },
      "state": {
        "type": "object",
        "required": [
          "file",
          "serial"
        ],
        "properties": {
          "file": {
            "type": "string"
          },
          "serial": {
            "type": "integer"
          }
        }
      },
      "scope": {
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "systems": {
        "type": "object",
        "additionalProperties": {
          "type": "object",
          "required": [
            "name",
            "site"
          ],
          "properties": {
            "name": {
              "type": "string"
            },
            "site": {
              "type": "string"
            }
          }
        }
      },
      "changes": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "operation",
            "key"
          ],
          "properties": {
            "operation": {
              "enum": [
                "create",
                "update",
                "delete"
              ]
            },
            "key": {
              "type": "string"
            }
          },
          "allOf": [
            {
              "if": {
                "type": "object",
                "required": [
                  "operation"
                ],
                "properties": {
                  "operation": {
                    "const": "create"
                  }
                }
              },
              "then": {
                "type": "object",
                "required": [
                  "operation",
                  "key",
                  "after",
                  "rating"
                ],
                "properties": {
                  "key": {
                    "type": "string"
                  },
                  "line": {
                    "type": "integer"
                  },
                  "after": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "rating": {
                    "type": "object",
                    "required": [
                      "after"
                    ],
                    "properties": {
                      "after": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      }
                    }
                  },
                  "note": {
                    "type": "string"
                  }
                }
              }
            },
            {
              "if": {
                "type": "object",
                "required": [
                  "operation"
                ],
                "properties": {
                  "operation": {
                    "const": "update"
                  }
                }
              },
              "then": {
                "type": "object",
                "required": [
                  "operation",
                  "key",
                  "id",
                  "before",
                  "after",
                  "rating"
                ],
                "properties": {
                  "key": {
                    "type": "string"
                  },
                  "line": {
                    "type": "integer"
                  },
                  "id": {
                    "type": "string"
                  },
                  "before": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "after": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "rating": {
                    "type": "object",
                    "required": [
                      "before",
                      "after"
                    ],
                    "properties": {
                      "before": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      },
                      "after": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      }
                    }
                  },
                  "note": {
                    "type": "string"
                  },
                  "updated_at": {
                    "type": "string"
                  },
                  "contested": {
                    "const": true
                  }
                }
              }
            },
            {
              "if": {
                "type": "object",
                "required": [
                  "operation"
                ],
                "properties": {
                  "operation": {
                    "const": "delete"
                  }
                }
              },
              "then": {
                "type": "object",
                "required": [
                  "operation",
                  "key",
                  "id",
                  "before",
                  "rating"
                ],
                "properties": {
                  "key": {
                    "type": "string"
                  },
                  "id": {
                    "type": "string"
                  },
                  "before": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "rating": {
                    "type": "object",
                    "required": [
                      "before"
                    ],
                    "properties": {
                      "before": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      }
                    }
                  },
                  "note": {
                    "type": "string"
                  },
                  "updated_at": {
                    "type": "string"
                  }
                }
              }
            }
          ]
        }
      },
      "adoptions": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "key",
            "id",
            "name"
          ],
          "properties": {
            "key": {
              "type": "string"
            },
            "former_key": {
              "type": "string"
            },
            "line": {
              "type": "integer"
            },
            "id": {
              "type": "string"
            },
            "name": {
              "type": "string"
            },
            "updated_at": {
              "type": "string"
            },
            "contested": {
              "const": true
            }
          }
        }
      },
      "claimed": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "key",
            "id",
            "name"
          ],
          "properties": {
            "key": {
              "type": "string"
            },
            "former_key": {
              "type": "string"
            },
            "line": {
              "type": "integer"
            },
            "id": {
              "type": "string"
            },
            "name": {
              "type": "string"
            },
            "updated_at": {
              "type": "string"
            },
            "contested": {
              "const": true
            }
          }
        }
      },
      "claims": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "operation",
            "key",
            "id",
            "before",
            "after",
            "rating"
          ],
          "properties": {
            "operation": {
              "const": "update"
            },
            "key": {
              "type": "string"
            },
            "line": {
              "type": "integer"
            },
            "id": {
              "type": "string"
            },
            "before": {
              "type": "object",
              "required": [
                "name",
                "cyber_system_id",
                "asset_type"
              ],
              "properties": {
                "name": {
                  "type": "string"
                },
                "cyber_system_id": {
                  "type": "string"
                },
                "asset_type": {
                  "type": "string"
                }
              }
            },
            "after": {
              "type": "object",
              "required": [
                "name",
                "cyber_system_id",
                "asset_type"
              ],
              "properties": {
                "name": {
                  "type": "string"
                },
                "cyber_system_id": {
                  "type": "string"
                },
                "asset_type": {
                  "type": "string"
                }
              }
            },
            "rating": {
              "type": "object",
              "required": [
                "before",
                "after"
              ],
              "properties": {
                "before": {
                  "enum": [
                    "high",
                    "medium",
                    "low"
                  ]
                },
                "after": {
                  "enum": [
                    "high",
                    "medium",
                    "low"
                  ]
                }
              }
            },
            "note": {
              "type": "string"
            },
            "updated_at": {
              "type": "string"
            },
            "contested": {
              "const": true
            }
          }
        }
      },
      "forgotten": {
        "type": "array",
        "items": {
          "type": "string"
        }
      },
      "unchanged": {
        "type": "object",
        "required": [
          "ids",
          "digest"
        ],
        "properties": {
          "ids": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "digest": {
            "type": "string"
          }
        }
      },
      "kept": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "key",
            "id",
            "name"
          ],
          "properties": {
            "key": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "name": {
              "type": "string"
            }
          }
        }
      },
      "faults": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "line",
            "message"
          ],
          "properties": {
            "line": {
              "type": "integer"
            },
            "row": {
              "type": "integer"
            },
            "key": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          }
        }
      },
      "conflicts": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "line",
            "message"
          ],
          "properties": {
            "line": {
              "type": "integer"
            },
            "row": {
              "type": "integer"
            },
            "key": {
              "type": "string"
            },
            "message": {
              "type": "string"
            }
          }
        }
      },
      "possible_renames": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "key",
            "line",
            "name",
            "id",
            "current"
          ],
          "properties": {
            "key": {
              "type": "string"
            },
            "line": {
              "type": "integer"
            },
            "name": {
              "type": "string"
            },
            "id": {
              "type": "string"
            },
            "current": {
              "type": "string"
            }
          }
        }
      },
      "hmac": {
        "type": "string"
      }
    }
  },
  "UndoneReceipt": {
    "type": "object",
    "required": [
      "plan",
      "server",
      "source",
      "state",
      "changes",
      "adopted"
    ],
    "properties": {
      "plan": {
        "type": "string"
      },
      "server": {
        "type": "string"
      },
      "source": {
        "type": "object",
        "required": [
          "name",
          "file",
          "digest"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "file": {
            "type": "string"
          },
          "digest": {
            "type": "string"
          },
          "map": {
            "type": "object",
            "required": [
              "file",
              "digest"
            ],
            "properties": {
              "file": {
                "type": "string"
              },
              "digest": {
                "type": "string"
              }
            }
          },
          "rows": {
            "type": "object",
            "required": [
              "read",
              "taken",
              "left_out",
              "not_synced"
            ],
            "properties": {
              "read": {
                "type": "integer"
              },
              "taken": {
                "type": "integer"
              },
              "left_out": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "reason",
                    "rows"
                  ],
                  "properties": {
                    "reason": {
                      "type": "string"
                    },
                    "rows": {
                      "type": "integer"
                    }
                  }
                }
              },
              "not_synced": {
                "type": "integer"
              }
            }
          }
        }
      },
      "state": {
        "type": "object",
        "required": [
          "file"
        ],
        "properties": {
          "file": {
            "type": "string"
          }
        }
      },
      "changes": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "operation",
            "key"
          ],
          "properties": {
            "operation": {
              "enum": [
                "create",
                "update",
                "delete"
              ]
            },
            "key": {
              "type": "string"
            }
          },
          "allOf": [
            {
              "if": {
                "type": "object",
                "required": [
                  "operation"
                ],
                "properties": {
                  "operation": {
                    "const": "create"
                  }
                }
              },
              "then": {
                "type": "object",
                "required": [
                  "operation",
                  "key",
                  "after",
                  "rating"
                ],
                "properties": {
                  "key": {
                    "type": "string"
                  },
                  "line": {
                    "type": "integer"
                  },
                  "after": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "rating": {
                    "type": "object",
                    "required": [
                      "after"
                    ],
                    "properties": {
                      "after": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      }
                    }
                  },
                  "note": {
                    "type": "string"
                  }
                }
              }
            },
            {
              "if": {
                "type": "object",
                "required": [
                  "operation"
                ],
                "properties": {
                  "operation": {
                    "const": "update"
                  }
                }
              },
              "then": {
                "type": "object",
                "required": [
                  "operation",
                  "key",
                  "id",
                  "before",
                  "after",
                  "rating"
                ],
                "properties": {
                  "key": {
                    "type": "string"
                  },
                  "line": {
                    "type": "integer"
                  },
                  "id": {
                    "type": "string"
                  },
                  "before": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "after": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "rating": {
                    "type": "object",
                    "required": [
                      "before",
                      "after"
                    ],
                    "properties": {
                      "before": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      },
                      "after": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      }
                    }
                  },
                  "note": {
                    "type": "string"
                  },
                  "updated_at": {
                    "type": "string"
                  },
                  "contested": {
                    "const": true
                  }
                }
              }
            },
            {
              "if": {
                "type": "object",
                "required": [
                  "operation"
                ],
                "properties": {
                  "operation": {
                    "const": "delete"
                  }
                }
              },
              "then": {
                "type": "object",
                "required": [
                  "operation",
                  "key",
                  "id",
                  "before",
                  "rating"
                ],
                "properties": {
                  "key": {
                    "type": "string"
                  },
                  "id": {
                    "type": "string"
                  },
                  "before": {
                    "type": "object",
                    "required": [
                      "name",
                      "cyber_system_id",
                      "asset_type"
                    ],
                    "properties": {
                      "name": {
                        "type": "string"
                      },
                      "cyber_system_id": {
                        "type": "string"
                      },
                      "asset_type": {
                        "type": "string"
                      }
                    }
                  },
                  "rating": {
                    "type": "object",
                    "required": [
                      "before"
                    ],
                    "properties": {
                      "before": {
                        "enum": [
                          "high",
                          "medium",
                          "low"
                        ]
                      }
                    }
                  },
                  "note": {
                    "type": "string"
                  },
                  "updated_at": {
                    "type": "string"
                  }
                }
              }
            }
          ]
        }
      },
      "adopted": {
        "type": "array",
        "items": {
          "type": "object",
          "required": [
            "key",
            "id",
            "name"
          ],
          "properties": {
            "key": {
              "type": "string"
            },
            "former_key": {
              "type": "string"
            },
            "line": {
              "type": "integer"
            },
            "id": {
              "type": "string"
            },
            "name": {
              "type": "string"
            },
            "updated_at": {
              "type": "string"
            },
            "contested": {
              "const": true
            }
          }
        }
      }
    }
  },
  "JournalHeader": {
    "type": "object",
    "required": [
      "phase",
      "at",
      "version",
      "plan",
      "plan_file",
      "by"
    ],
    "properties": {
      "phase": {
        "const": "apply"
      },
      "at": {
        "type": "string"
      },
      "version": {
        "const": 1
      },
      "plan": {
        "type": "string"
      },
      "plan_file": {
        "type": "string"
      },
      "by": {
        "type": "string"
      },
      "approval": {
        "type": "object",
        "properties": {
          "change": {
            "type": "string"
          },
          "approver": {
            "type": "string"
          }
        }
      }
    }
  },
  "JournalEntry": {
    "oneOf": [
      {
        "type": "object",
        "required": [
          "phase",
          "at",
          "step",
          "request_id"
        ],
        "properties": {
          "phase": {
            "const": "begin"
          },
          "at": {
            "type": "string"
          },
          "step": {
            "type": "integer",
            "minimum": 0
          },
          "request_id": {
            "type": "string"
          },
          "idempotency_key": {
            "type": "string"
          },
          "server_time": {
            "type": "string"
          }
        }
      },
      {
        "type": "object",
        "required": [
          "phase",
          "at",
          "step",
          "outcome"
        ],
        "properties": {
          "phase": {
            "const": "end"
          },
          "at": {
            "type": "string"
          },
          "step": {
            "type": "integer",
            "minimum": 0
          },
          "outcome": {
            "enum": [
              "done",
              "already",
              "stale",
              "failed",
              "skipped"
            ]
          },
          "id": {
            "type": "string"
          },
          "claim": {
            "type": "object",
            "required": [
              "updated_at"
            ],
            "properties": {
              "updated_at": {
                "type": "string"
              },
              "contested": {
                "const": true
              }
            }
          },
          "message": {
            "type": "string"
          },
          "attempts": {
            "type": "number",
            "minimum": 0
          },
          "waited_ms": {
            "type": "number",
            "minimum": 0
          }
        }
      },
      {
        "type": "object",
        "required": [
          "phase",
          "at"
        ],
        "properties": {
          "phase": {
            "const": "closed"
          },
          "at": {
            "type": "string"
          }
        }
      }
    ]
  },
  "SyncMap": {
    "type": "object",
    "additionalProperties": false,
    "required": [
      "source",
      "key",
      "fields"
    ],
    "properties": {
      "source": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name"
        ],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 63,
            "pattern": "^[a-z0-9][a-z0-9._-]*$",
            "x-form": "lowercase letters, digits, dots, hyphens and underscores"
          },
          "format": {
            "enum": [
              "csv",
              "json",
              "ndjson"
            ]
          },
          "encoding": {
            "enum": [
              "utf-8",
              "windows-1252",
              "iso-8859-1",
              "utf-16le",
              "utf-16be"
            ]
          },
          "delimiter": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1
          },
          "rows": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255
          }
        }
      },
      "key": {
        "type": "string",
        "minLength": 1,
        "maxLength": 255
      },
      "fields": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name",
          "asset_type",
          "cyber_system"
        ],
        "properties": {
          "name": {
            "type": [
              "string",
              "object"
            ],
            "minLength": 1,
            "additionalProperties": false,
            "properties": {
              "column": {
                "type": [
                  "string",
                  "array"
                ],
                "minLength": 1,
                "minItems": 1,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "value": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "values": {
                "type": "object",
                "additionalProperties": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "other": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "empty": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            }
          },
          "asset_type": {
            "type": [
              "string",
              "object"
            ],
            "minLength": 1,
            "additionalProperties": false,
            "properties": {
              "column": {
                "type": [
                  "string",
                  "array"
                ],
                "minLength": 1,
                "minItems": 1,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "value": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "values": {
                "type": "object",
                "additionalProperties": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "other": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "empty": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            }
          },
          "cyber_system": {
            "type": [
              "string",
              "object"
            ],
            "minLength": 1,
            "additionalProperties": false,
            "properties": {
              "column": {
                "type": [
                  "string",
                  "array"
                ],
                "minLength": 1,
                "minItems": 1,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "value": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "values": {
                "type": "object",
                "additionalProperties": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "other": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "empty": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            }
          },
          "site": {
            "type": [
              "string",
              "object"
            ],
            "minLength": 1,
            "additionalProperties": false,
            "properties": {
              "column": {
                "type": [
                  "string",
                  "array"
                ],
                "minLength": 1,
                "minItems": 1,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "value": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "values": {
                "type": "object",
                "additionalProperties": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 255
                }
              },
              "other": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              },
              "empty": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            }
          }
        }
      },
      "only": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "column",
            "values"
          ],
          "properties": {
            "column": {
              "type": [
                "string",
                "array"
              ],
              "minLength": 1,
              "minItems": 1,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            },
            "values": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": [
                  "string",
                  "number",
                  "boolean"
                ]
              }
            }
          }
        }
      },
      "except": {
        "type": "array",
        "minItems": 1,
        "items": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "column",
            "values"
          ],
          "properties": {
            "column": {
              "type": [
                "string",
                "array"
              ],
              "minLength": 1,
              "minItems": 1,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            },
            "values": {
              "type": "array",
              "minItems": 1,
              "items": {
                "type": [
                  "string",
                  "number",
                  "boolean"
                ]
              }
            }
          }
        }
      },
      "adopt": {
        "enum": [
          "exact",
          "ignore-case"
        ]
      }
    }
  },
  "Checkpoint": {
    "type": "object",
    "required": [
      "version",
      "organization",
      "slug",
      "sequence",
      "head",
      "time",
      "keyId",
      "signature"
    ],
    "properties": {
      "version": {
        "const": 1
      },
      "organization": {
        "type": "string"
      },
      "slug": {
        "type": "string"
      },
      "sequence": {
        "type": "integer"
      },
      "head": {
        "type": "string"
      },
      "time": {
        "type": "string"
      },
      "keyId": {
        "type": "string"
      },
      "signature": {
        "type": "string"
      }
    }
  },
  "HarEntry": {
    "type": "object",
    "required": [
      "startedDateTime",
      "request",
      "response"
    ],
    "properties": {
      "startedDateTime": {
        "type": "string"
      },
      "time": {
        "type": [
          "number",
          "null"
        ]
      },
      "_now": {
        "type": "string"
      },
      "_reset": {
        "const": true
      },
      "_user": {
        "type": "string"
      },
      "_key": {
        "type": "object",
        "required": [
          "id"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "access": {
            "enum": [
              "full",
              "read_only"
            ]
          },
          "rejection": {
            "type": "string"
          }
        }
      },
      "_fault": {
        "type": "object",
        "properties": {
          "status": {
            "type": "number"
          },
          "drop": {
            "enum": [
              "before",
              "after"
            ]
          },
          "body": {
            "enum": [
              "html",
              "cut",
              "slow"
            ]
          }
        }
      },
      "request": {
        "type": "object",
        "required": [
          "method",
          "url",
          "headers"
        ],
        "properties": {
          "method": {
            "type": "string"
          },
          "url": {
            "type": "string",
            "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]"
          },
          "headers": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "name",
                "value"
              ],
              "properties": {
                "name": {
                  "type": "string"
                },
                "value": {
                  "type": "string"
                }
              }
            }
          },
          "bodySize": {
            "type": "number"
          },
          "postData": {
            "type": "object",
            "properties": {
              "size": {
                "type": "number"
              },
              "mimeType": {
                "type": "string"
              },
              "text": {
                "type": "string"
              },
              "comment": {
                "type": "string"
              },
              "encoding": {
                "type": "string"
              },
              "params": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "name"
                  ],
                  "properties": {
                    "name": {
                      "type": "string"
                    },
                    "value": {
                      "type": "string"
                    }
                  }
                }
              },
              "_outline": {
                "type": "string"
              }
            }
          }
        }
      },
      "response": {
        "type": "object",
        "required": [
          "status",
          "headers",
          "content"
        ],
        "properties": {
          "status": {
            "type": "number"
          },
          "headers": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "name",
                "value"
              ],
              "properties": {
                "name": {
                  "type": "string"
                },
                "value": {
                  "type": "string"
                }
              }
            }
          },
          "content": {
            "type": "object",
            "properties": {
              "size": {
                "type": "number"
              },
              "mimeType": {
                "type": "string"
              },
              "text": {
                "type": "string"
              },
              "comment": {
                "type": "string"
              },
              "encoding": {
                "type": "string"
              },
              "params": {
                "type": "array",
                "items": {
                  "type": "object",
                  "required": [
                    "name"
                  ],
                  "properties": {
                    "name": {
                      "type": "string"
                    },
                    "value": {
                      "type": "string"
                    }
                  }
                }
              },
              "_outline": {
                "type": "string"
              }
            }
          }
        }
      }
    }
  },
  "HarWorld": {
    "type": "object",
    "required": [
      "from"
    ],
    "properties": {
      "id": {
        "type": "string"
      },
      "from": {
        "type": [
          "string",
          "object"
        ],
        "additionalProperties": {}
      },
      "now": {
        "type": [
          "string",
          "null"
        ]
      },
      "key": {
        "type": "string"
      },
      "missing": {
        "type": "number"
      }
    }
  }
} satisfies Record<string, Record<string, unknown>>;
