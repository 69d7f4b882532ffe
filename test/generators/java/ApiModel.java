package io.swagger.annotations;

/** Stands for the annotation of a package that Debian does not have. It only documents. */
public @interface ApiModel {
  String description() default "";
}
